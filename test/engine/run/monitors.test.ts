import { describe, expect, test } from 'vitest';
import type { LostWhy } from '../../../engine/exchange/exchange.ts';
import type { Purpose } from '../../../engine/exchange/request.ts';
import {
  type Monitor,
  monitor,
  pass,
  series,
  statusOr,
  withHeader,
} from '../../../engine/index.ts';
import { failed } from '../failed.ts';
import { endpoint, get } from '../samples.ts';
import type { Answer } from './running.ts';
import {
  asks,
  casesOf,
  cash,
  catalogueWith,
  checks,
  head,
  listens,
  running,
  runOn,
  target,
} from './running.ts';

const portfolios = endpoint({ path: '/portfolios', name: 'portfolios', area: 'portfolios' });
const endpoints = [cash, portfolios];

const counting = monitor<Record<string, number>>({
  ...head,
  id: 'every-endpoint/statuses',
  matches: () => true,
  fold: {
    empty: () => ({}),
    add: (state, { answer }) => ({ ...state, [answer.status]: (state[answer.status] ?? 0) + 1 }),
    // test/engine/outcome/conclude.test.ts tests the merging of folds.
    merge: (left) => left,
    conclude: () => pass(),
  },
});

/** Judges every response with a status of at least 400: it must be 400. */
const judging = (changes: Partial<Monitor> = {}) =>
  listens({
    id: 'every-endpoint/judged',
    matches: ({ answer }) => answer.status >= 400,
    judge: (answered) => statusOr(answered, 400, failed('another status')),
    ...changes,
  });
const broken = () => {
  throw new Error('broken monitor');
};

const atOnce = asks(async (_bound, ask) => {
  await Promise.all(['/a', '/b'].map((path, nth) => ask(`step-${nth}`, get(path))));
  return [pass()];
});
const byPath =
  (statuses: Record<string, number>): Answer =>
  (_key, { path }) =>
    statuses[String(path)] ?? 200;
const judged = (monitors: readonly Monitor[], statuses: Record<string, number>) =>
  running([...monitors, atOnce], byPath(statuses), { endpoints });

test.each<[Purpose | undefined, sender: number, other: number, skipping: number]>([
  [undefined, 1, 1, 1],
  ['own', 1, 0, 0],
  ['off-route', 1, 1, 0],
  ['served-before', 1, 1, 1],
  ['repeat', 0, 0, 0],
])('the purpose %s decides which monitors judge the response', async (purpose, ...expected) => {
  const probing: Monitor['probing'] = async (_bound, ask) => {
    await ask('step', { ...get('/a'), ...(purpose && { purpose }) });
    return [];
  };
  const skipping = judging({ id: 'every-endpoint/skips', skips: ['off-route'] });
  const monitors = [judging({ id: 'every-endpoint/asks', probing }), judging(), skipping];
  const { part } = await running(monitors, byPath({ '/a': 404 }));
  const violated = ['asks', 'judged', 'skips'].map(
    (id) => part.tallies[`every-endpoint/${id}|GET /cash`]?.violated,
  );
  expect(violated).toEqual(expected);
});

test('a monitor judges only responses that it matches, on its endpoint', async () => {
  const { part } = await judged([judging()], { '/a': 400, '/b': 404 });
  expect(part.tallies['every-endpoint/judged|GET /cash']).toMatchObject({ held: 1, violated: 1 });
  expect(part.tallies['every-endpoint/judged|GET /portfolios']).toMatchObject({
    held: 0,
    violated: 0,
  });
});

test.each<[string, Partial<Monitor>, judged: number]>([
  ['passes', { judge: () => pass() }, 2],
  [
    'fails on one response',
    { judge: ({ request }) => (request.path === '/a' ? pass() : failed('a')) },
    1,
  ],
  [
    'matches one response',
    { judge: () => pass(), matches: ({ request }) => request.path === '/a' },
    1,
  ],
  ['comes after one that fails', { judge: () => pass(), after: ['every-endpoint/judged'] }, 0],
])(
  'a monitor that comes after one that %s judges %3$i responses',
  async (_what, changes, count) => {
    const earlier = judging({ id: 'every-endpoint/earlier', ...changes });
    const later = judging({
      id: 'every-endpoint/later',
      after: ['every-endpoint/earlier'],
      judge: () => pass(),
    });
    const { part } = await judged([later, earlier, judging()], { '/a': 404, '/b': 404 });
    expect(part.tallies['every-endpoint/later|GET /cash']).toMatchObject({
      held: count,
      violated: 0,
    });
  },
);

test.each<[string, Answer, times: number]>([
  ['again', byPath({ '/b': 404 }), 2],
  [
    'only once',
    ({ step }, { path }) => (path === '/b' && !step.startsWith('again') ? 404 : 200),
    0,
  ],
])('a violation is repeated but counts once: it occurs %s', async (_how, answer, times) => {
  const { part } = await running([judging(), atOnce], answer, { endpoints });
  expect(Object.values(part.findings)).toMatchObject([{ count: 1, reproduced: { of: 2, times } }]);
});

test('violations of an endpoint that writes are repeated one at a time', async () => {
  const address = endpoint({
    method: 'PATCH',
    path: '/address',
    name: 'address',
    area: 'users',
    safety: 'write',
  });
  let active = 0;
  let most = 0;
  const attempts = target(() => 404);
  const cases = () => series(casesOf('/a', '/b', '/c'));
  const causes = checks({
    id: 'users/all',
    endpoints: ({ name }) => name === 'address',
    control: 'none',
    cases,
  });
  const each = judging({
    judge: ({ request }) => failed(`wrong ${String(request.path)}`),
  });
  await runOn(catalogueWith([each, causes], [address]), {
    ...attempts,
    once: async (key, ...rest) => {
      if (key.step.startsWith('again')) most = Math.max(most, ++active);
      const exchange = await attempts.once(key, ...rest);
      if (key.step.startsWith('again')) active--;
      return exchange;
    },
  });
  expect(most).toBe(1);
  expect(attempts.asked.filter(({ key }) => key.step.startsWith('again'))).toHaveLength(6);
});

test.each([429, 503])('no monitor judges load shedding (%d)', async (status) => {
  const { part } = await judged([judging(), counting], { '/a': status });
  expect(part.findings).toEqual({});
  expect(part.folds['every-endpoint/statuses']).not.toHaveProperty(String(status));
});

test.each([
  ['Cookie', 404, 0],
  ['referer', 404, 0],
  ['Sec-Fetch-Mode', 404, 0],
  ['X-Cookie', 404, 1],
])('after a request with the header %s, a %i is judged %i times', async (name, status, times) => {
  const asking = asks(async (_bound, ask) => {
    await ask('step', withHeader(get('/a'), name, 'a'));
    return [pass()];
  });
  const { part } = await running([judging(), asking], byPath({ '/a': status }), { endpoints });
  expect(part.tallies['every-endpoint/judged|GET /cash']).toMatchObject({ violated: times });
});

test('a monitor that throws is a harness error, and the others continue', async () => {
  const { part } = await judged(
    [judging({ id: 'every-endpoint/broken', matches: broken }), judging()],
    { '/a': 404 },
  );
  expect([...new Set(part.harnessErrors.map(({ where }) => where))]).toEqual([
    'every-endpoint/broken',
  ]);
  expect(part.tallies['every-endpoint/judged|GET /cash']).toMatchObject({ violated: 1 });
});

test('a fold sees the whole run once', async () => {
  const { part } = await judged([counting], { '/a': 500 });
  expect(part.folds[counting.id]).toMatchObject({ 500: 1 });
});

test('monitors see a request without a response only if it was sent', async () => {
  const seen: string[] = [];
  const listening = judging({ lost: ({ answer }) => void seen.push(answer.lost) });
  const asking = checks({
    cases: () => series(casesOf('/timeout', '/no-credential', '/target-down')),
  });
  const catalogue = catalogueWith([listening, asking]);
  const answer: Answer = ({ step }, { path }) =>
    step === 'case' ? (String(path).slice(1) as LostWhy) : 200;
  const part = await runOn(catalogue, target(answer));
  expect(seen).toEqual(['timeout']);
  // Three attempts that timed out, the control before and after, the listing and the token.
  expect(part.requests).toBe(7);
});

describe('a request that stays silent while its control gets a response', () => {
  const accusing = () => failed('no answer');
  const finding = 'every-endpoint/judged#no answer|GET /cash';

  test.each<
    [string, LostWhy, lost: Monitor['lost'] | undefined, findings: string[], errors: object[]]
  >([
    ['is judged if it is closed each time', 'closed', accusing, [finding], []],
    ['is not judged by a monitor that ignores silence', 'closed', undefined, [], []],
    ['is not judged by a monitor that has no judgement', 'closed', () => undefined, [], []],
    [
      'is a harness error if the monitor throws',
      'closed',
      broken,
      [],
      [{ where: 'every-endpoint/judged' }],
    ],
  ])('%s', async (_what, why, lost, findings, errors) => {
    const asking = checks({ cases: () => series(casesOf('/silent')) });
    const answer: Answer = (_key, { path }) => (path === '/silent' ? why : 200);
    const run = await running([judging(lost && { lost }), asking], answer);
    expect(run.findings).toEqual(findings);
    expect(run.part.harnessErrors).toMatchObject(errors);
    const tally = run.part.tallies['every-endpoint/judged|GET /cash'];
    expect(tally).toMatchObject({ held: 0, violated: findings.length });
  });
});
