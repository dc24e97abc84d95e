import { describe, expect, test } from 'vitest';
import {
  type Ask,
  type Bound,
  documentedSuccess,
  type Exchange,
  type Monitor,
  type Request,
  sentHeader,
  undocumentedSuccess,
  withHeader,
} from '../../../engine/index.ts';
import { ok as summariesOk } from '../../../suites/daily-summaries/summaries.ts';
import { answered, type Given } from '../../suites/answered.ts';
import { apiError } from '../../suites/api-error.ts';
import { asking, boundTo, causeOf, silence, type Target } from '../../suites/asking.ts';
import { saidBy } from '../../suites/said.ts';

const ok = undocumentedSuccess({ id: 'cash/ok', path: '/cash', rule: '' });
const bound = boundTo('cash');
const pinned = { endpoint: { ...bound.endpoint, responseSchema: { required: ['data'] } } };

const asked = (given: Given, change: (request: Request) => Request = (same) => same) =>
  answered({ ...given, request: change(bound.wellFormed()), requirement: 'user/isolation' });

test.each<[string, ReturnType<typeof asked>, boolean]>([
  ['a delivered answer of the run', asked({ body: {} }), true],
  [
    'what the second user gets',
    asked({ body: {} }, (one) => withHeader(one, 'x-user-id', '{{user:second}}')),
    true,
  ],
  [
    'what it requested itself',
    { ...asked({ body: {} }), key: { ...asked({}).key, requirement: 'cash/ok' } },
    false,
  ],
  ['a refusal', asked({ status: 404 }), false],
  [
    'what a malformed user gets',
    asked({ body: {} }, (one) => withHeader(one, 'x-user-id', 'nobody')),
    false,
  ],
  ['another endpoint', asked({ body: {} }, (one) => ({ ...one, path: '/portfolios' })), false],
])('judged or not: %s', (_what, answer, expected) => {
  expect(ok.matches(answer)).toBe(expected);
});

test.each<[string, Given, string]>([
  ['conforms to what is pinned', { body: { data: 1 } }, 'pass'],
  ['lacks a member that is pinned', { body: {} }, 'fail'],
  [
    'is a disguised error',
    { body: { status: 404, error: { message: 'a' }, responseId: 'b' } },
    'fail',
  ],
  ['is no JSON, which is for another row to say', { body: '<p>' }, 'inconclusive'],
  ['has no content, and need not', { status: 204 }, 'pass'],
])('a response that %s', (_what, given, kind) => {
  expect(ok.judge?.(asked(given), { ...bound, ...pinned }).kind).toBe(kind);
});

test.each<[string, Given, Partial<Bound['endpoint']>, string, string]>([
  ['refused', { status: 304 }, {}, 'is refused', 'a 2xx status'],
  ['refused', { status: 304 }, { statuses: [200, 204] }, 'is refused', 'status 200 or 204'],
  ['other-success', {}, { statuses: [204] }, 'another success status', 'status 204'],
  [
    'error-as-success',
    { body: { status: 404, error: { message: 'a' }, responseId: 'b' } },
    {},
    'an error with a success status',
    'data, or the status 404 that the ApiError states',
  ],
])('a well-formed request is %s: %j', (cause, given, endpoint, title, expected) => {
  const judgement = ok.judge?.(asked(given), {
    ...bound,
    endpoint: { ...bound.endpoint, ...endpoint },
  });
  expect(causeOf(judgement)).toBe(cause);
  expect(saidBy(ok, judgement)).toMatchObject({
    title: expect.stringContaining(title),
    expected,
  });
});

test.each<[string, Given, string]>([
  ['refused', { status: 206, body: {} }, 'a well-formed request is refused'],
  ['error-as-success', { body: apiError(404).body }, 'an error has a success status'],
])('a response whose shape is shown is %s', (cause, given, title) => {
  const judgement = summariesOk.judge?.(answered(given), boundTo('summaries'));
  expect(causeOf(judgement)).toBe(cause);
  expect(saidBy(summariesOk, judgement)).toMatchObject({
    title,
    expected: expect.stringMatching(/^200 with/),
  });
});

test('a caller adds causes of its own', () => {
  const own = documentedSuccess({
    ...{ id: 'cash/ok', path: '/cash', rule: '', section: '', expected: 'a list' },
    titles: { 'no-list': 'no list' },
    whatIsWrong: (body) => (body?.['data'] ? undefined : 'no-list'),
  });
  const came = [{}, { data: [] }].map((body) => asked({ body }));
  const judged = came.map((one) => own.judge?.(one, bound));
  expect(judged.map(causeOf)).toEqual(['no-list', 'pass']);
  expect(saidBy(own, judged[0], came[0])).toMatchObject({
    title: 'no list',
    actual: '200 application/json: {}',
  });
});

test('any delivered response passes if nothing is pinned', () => {
  expect(ok.judge?.(asked({ body: {} }), bound).kind).toBe('pass');
});

describe.each<[string, Monitor, string]>([
  ['whose shape is not shown', ok, '/cash'],
  ['whose shape is shown', summariesOk, '/daily-summaries'],
])('an endpoint %s', (_what, monitor, path) => {
  const judged = (status: number, purpose?: Request['purpose']) => {
    const request = { path, ...(purpose && { purpose }) };
    const refused = answered({ status, requirement: 'user/isolation', request });
    return monitor.matches(refused) ? monitor.judge?.(refused, boundTo('cash')).kind : 'not judged';
  };

  test.each([400, 404, 405, 406, 409, 410, 415, 422])(
    'must not refuse one user after the other with %i',
    (status) => {
      expect([judged(status, 'served-before'), judged(status)]).toEqual(['fail', 'not judged']);
    },
  );

  test.each([401, 403, 408, 429, 500, 503])('can have other reasons for a %i', (status) => {
    expect(judged(status, 'served-before')).toBe('not judged');
  });
});

/** Resolves to the judgements and the requests. */
async function probing(answer: Target, changes: Partial<Bound> = {}) {
  const steps: string[] = [];
  const paths: string[] = [];
  const ask: Ask = asking((step, path, nth, request) => {
    steps.push(step);
    paths.push(path);
    return answer(step, path, nth, request);
  });
  const kinds = ((await ok.probing?.(boundTo('cash', changes), ask)) ?? []).map(({ kind }) => kind);
  return { kinds, steps, paths };
}

type Reply = Given | Exchange;
const served: Given = { body: {} };
const refused = apiError(401);
const isFor = (user: string, request: Parameters<Target>[3]) =>
  sentHeader(request, 'x-user-id').join().includes(user);

/** Serves the first user, and responds to the second as given. */
const toSecond =
  (here: Reply, elsewhere: Reply = served): Target =>
  (_step, path, _nth, request) => {
    if (!isFor('second', request)) return served;
    return path === '/cash' ? here : elsewhere;
  };

const besides =
  (user: string): Target =>
  (step, _path, _nth, request) =>
    step.startsWith('beside') && isFor(user, request) ? apiError(400) : served;

const every =
  (times: number): Target =>
  (_step, _path, nth) =>
    (nth + 1) % times === 0 ? { status: 304 } : served;

const failing = (times: number) => [
  'pass',
  'observed',
  ...Array.from({ length: times }, () => 'fail'),
];
const withoutSchema: Target = (_step, _path, _nth, request) => ({
  body: isFor('second', request) ? {} : { data: 1 },
});

test.each<[times: number, what: string, answer: Target, changes?: Partial<Bound>]>([
  [
    1,
    'one of several requests at once is refused',
    (step) => (step === 'at-once-2' ? apiError(409) : served),
  ],
  [2, 'the first user is refused beside the second', besides('first')],
  [0, 'the second user is refused beside the first', besides('second')],
  [9, 'every second request gets a 304', every(2), { hasSecondUser: false }],
  [2, 'every ninth request gets a 304', every(9), { hasSecondUser: false }],
  [1, 'every sixteenth request gets a 304', every(16), { hasSecondUser: false }],
  [0, 'the second user is refused everywhere', toSecond(refused, refused)],
  [0, 'the second user gets no response elsewhere', toSecond(refused, silence('closed'))],
  [
    0,
    'there is no second user',
    toSecond({ ...silence('closed'), answer: { lost: 'no-credential', detail: '' } }),
  ],
  [0, 'the second user has no data here', toSecond(apiError(404))],
  [0, 'the second user gets a 5xx', toSecond({ status: 500 })],
  [1, 'the second user gets a body that contradicts the schema', withoutSchema, pinned],
])('%i violations if %s', async (times, _what, answer, changes) => {
  expect((await probing(answer, changes)).kinds).toEqual(failing(times));
});

test.each<[string, number, number]>([
  ['got no response', 11, 0],
  ['got a response, but an earlier one did not', 1, 5],
])(
  'requests of both users at once depend on the last request in turn: it %s',
  async (_what, unanswered, times) => {
    const { steps } = await probing((step) =>
      step === `in-turn-${unanswered}` ? silence('closed') : served,
    );
    expect(steps.filter((step) => step.startsWith('beside'))).toHaveLength(times);
  },
);

test('a monitor that judges the responses of the run adds no judgements by probing', async () => {
  const ask = asking(() => served);
  expect(await summariesOk.probing?.(boundTo('summaries'), ask)).toEqual([]);
});

const before = [
  'request',
  ...[1, 2, 3].map((nth) => `at-once-${nth}`),
  ...Array.from({ length: 12 }, (_, nth) => `in-turn-${nth}`),
  ...Array.from({ length: 5 }, (_, nth) => `beside-${nth}`),
  'names-in-other-case',
];

test.each<
  [what: string, times: number, answer: Target, elsewhere: string[], changes?: Partial<Bound>]
>([
  ['is served', 0, toSecond(served), []],
  ['is refused here alone', 1, toSecond(refused), ['/learn/learning-guides']],
  [
    'is refused at the only covered endpoint',
    0,
    toSecond(refused),
    [],
    { covers: (name) => name === 'cash' },
  ],
])(
  'a second user who %s leads to %i violations',
  async (_what, times, answer, elsewhere, changes) => {
    const { kinds, steps, paths } = await probing(answer, changes);
    expect(kinds).toEqual(failing(times));
    expect(steps).toEqual([
      ...before,
      'second-user',
      ...elsewhere.map(() => 'second-user-elsewhere'),
    ]);
    expect(paths.filter((path) => path !== '/cash')).toEqual(elsewhere);
  },
);
