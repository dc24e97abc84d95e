import { describe, expect, test } from 'vitest';
import { type Bound, type Request, sentHeader } from '../../../engine/index.ts';
import { scope } from '../../../suites/every-endpoint/scope.ts';
import {
  guidesRequired,
  judgeSufficient,
  judgeWithoutScope,
} from '../../../suites/every-endpoint/scope-guides.ts';
import { inWords } from '../../in-words.ts';
import { answered, type Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { boundTo, causeOf, silence } from '../asking.ts';
import { headersFor } from '../notification-settings/groups.ts';
import { boundAs, checkOf, factsOf, jws, monitorOf, recorded } from '../recorded.ts';
import { saidBy } from '../said.ts';
import {
  forbidden,
  type Guard,
  judgeGuard,
  letting,
  listing,
  type Response,
} from './scope-guard.ts';

describe('scope/guides-required', () => {
  const required = (guard: Guard = {}, changes: Partial<Bound> = {}) =>
    judgeGuard('scope/guides-required', guard, boundTo('guides', changes));

  test('notes that a 403 may have another cause, if no other endpoint accepts the token', async () => {
    expect((await required()).judgements).toEqual([{ kind: 'pass' }]);
    const noted = [{ kind: 'pass', note: expect.stringContaining('may have another cause') }];
    expect(inWords((await required({ elsewhere: apiError(401) })).judgements)).toMatchObject(noted);
    expect(inWords((await required({}, { covers: () => false })).judgements)).toMatchObject(noted);
  });

  const guides: Given = { body: { data: [{ id: 'a', title: 'Bonds' }] } };
  test.each<[number, string, string, Given]>([
    [1, 'a query', 'spelled-query', guides],
    [1, 'a slash at the end', 'spelled-slash', guides],
    [0, 'a query, to something else', 'spelled-query', listing],
    [0, 'a refusal', 'spelled-query', forbidden],
  ])('finds %i ways past the guard by %s', async (count, _how, spelled, given) => {
    const refusal = (step: string) => (step.startsWith(spelled) ? given : undefined);
    const { kinds, causes } = await required(
      { control: () => guides, refusal },
      { depth: 'standard' },
    );
    expect(kinds).toEqual(['pass', ...Array(count).fill('fail')]);
    const cause = 'spelling-served';
    expect(causes).toEqual(Array(count).fill(cause));
  });

  test.each<[Response, string[]]>([
    [listing, ['notifications']],
    [silence('closed'), ['notifications', 'summaries', 'cash', 'portfolios', 'insights']],
  ])('uses the token on other endpoints until one accepts it: %j', async (elsewhere, names) => {
    const { steps } = await required({ elsewhere });
    expect(steps.filter((step) => !step.includes('round'))).toEqual([
      ...['control', 'case', ...names.map((name) => `witness-${name}`)],
      ...['second-control', 'second-case', 'connection-good', 'connection'],
    ]);
  });

  const ofSecond = letting((step) => step.startsWith('second'));
  const unknown = (step: string) => (step === 'second-control' ? apiError(404) : listing);
  const cited = { kind: 'fail', exchange: { key: { step: 'second-round-1-case-at-once-1-3' } } };
  test.each<[object[], string, Guard]>([
    [[{ kind: 'pass' }, cited], 'twice', { refusal: ofSecond }],
    [[{ kind: 'pass' }], 'once', { refusal: letting((step) => step === 'second-case') }],
    [[{ kind: 'pass' }], 'unknown', { refusal: ofSecond, control: unknown }],
  ])('%j if the second user is let in: %s', async (expected, _when, guard) => {
    expect((await required(guard)).judgements).toMatchObject(expected);
  });

  test.each<[string, Response]>([
    ['refused', apiError(401)],
    ['not answered', silence('closed')],
  ])(
    'a control that is %s ends the check, and afterwards makes other refusals inconclusive',
    async (_what, given) => {
      expect(await required({ control: () => given })).toMatchObject({
        kinds: ['inconclusive'],
        steps: ['control'],
      });
      const control = (step: string) => (step === 'control-after' ? given : listing);
      expect((await required({ control, refusal: () => apiError(404) })).kinds).toEqual([
        'inconclusive',
      ]);
    },
  );

  test('repeats a control with 403 after a pause, because a refusal may be remembered for a moment', async () => {
    const control = (step: string) => (step === 'control' ? forbidden : listing);
    expect((await required({ control, refusal: () => listing })).kinds).toEqual(['fail']);
    const steps = ['control', 'control-later'];
    expect(await required({ control: () => forbidden })).toMatchObject({
      kinds: ['inconclusive'],
      steps,
    });
  });

  test('cites the first request of a token that is accepted twice', async () => {
    const { judgements, steps } = await required({ refusal: () => listing });
    expect(judgements).toMatchObject([{ kind: 'fail', exchange: { key: { step: 'case' } } }]);
    expect(steps.at(-1)).toBe('control-after');
    expect((await required({ refusal: letting((step) => step === 'case') })).kinds).toEqual([
      'inconclusive',
    ]);
    expect((await required({ refusal: letting((step) => step !== 'again') })).kinds).toEqual([
      'fail',
    ]);
  });

  test.each<[string, Guard]>([
    ['fail', { refusal: () => apiError(404) }],
    ['inconclusive', { refusal: () => apiError(404), elsewhere: apiError(404) }],
    ['inconclusive', { refusal: () => ({ status: 500 }) }],
    ['inconclusive', { refusal: () => ({ status: 429 }) }],
  ])('%s: a status other than 403', async (kind, guard) => {
    const { judgements } = await required(guard);
    const exchange = kind === 'fail' ? { exchange: { key: { step: 'case' } } } : {};
    expect(judgements).toMatchObject([{ kind, ...exchange }]);
  });

  test.each([
    [403, 'pass', 'pass'],
    [200, 'fail', 'fail'],
    [401, 'fail', 'inconclusive'],
    [404, 'fail', 'inconclusive'],
    [500, 'inconclusive', 'inconclusive'],
    [503, 'inconclusive', 'inconclusive'],
    [429, 'inconclusive', 'inconclusive'],
  ])('%i: %s if another endpoint knows the token, otherwise %s', (status, known, unknown) => {
    expect(judgeWithoutScope(answered({ status }), true).kind).toBe(known);
    expect(judgeWithoutScope(answered({ status }), false).kind).toBe(unknown);
    expect(judgeWithoutScope(silence('closed'), true).kind).toBe('inconclusive');
  });
});

test('scope/forged-scope needs a token that is accepted, or refused with 403', () => {
  const { accepts } = checkOf(scope, 'scope/forged-scope');
  expect([200, 403, 401, 404].map((status) => accepts?.(answered({ status })))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('scope/declared applies to endpoints for which the profile declares scopes', () => {
  const { endpoints } = scope.requirements.find(({ id }) => id === 'scope/declared') ?? {};
  const { endpoint } = boundTo('guide');
  expect([endpoint, { ...endpoint, scopes: ['a'] }].map((one) => endpoints?.(one))).toEqual([
    false,
    true,
  ]);
});

describe('scope/guides-sufficient', () => {
  const sufficient = monitorOf(scope, 'scope/guides-sufficient');
  const refused = 'refused';

  test.each<[string, Given]>([
    ['pass', listing],
    [refused, apiError(401)],
    [refused, forbidden],
    ['inconclusive', apiError(404)],
    ['inconclusive', { status: 500 }],
    ['inconclusive', apiError(401, 'User not found')],
  ])('%s: %j', (expected, given) => {
    expect(causeOf(judgeSufficient(answered(given)))).toBe(expected);
  });

  const forSecond = { headers: headersFor('second') };
  test.each<[boolean, Given]>([
    [true, { body: {} }],
    [true, forbidden],
    [true, { ...apiError(401), requirement: 'scope/guides-sufficient' }],
    [false, apiError(401)],
    [false, apiError(404)],
    [false, { ...forbidden, request: forSecond }],
    [true, { body: {}, request: forSecond }],
    [false, { body: {}, request: { path: '/cash' } }],
  ])('judges (%s) %j', (expected, given) => {
    expect(sufficient.matches(answered(given))).toBe(expected);
  });

  type Steps = Readonly<Record<string, Response>>;
  /** Probes the second user. `inTurn` responds to the requests that follow. */
  const probed = (
    steps: Steps,
    inTurn: (nth: number) => Response | undefined = () => undefined,
    bound = boundTo('guides'),
  ) =>
    recorded(
      (ask) => sufficient.probing?.(bound, ask),
      (step) => {
        const [, nth] = /in-turn-(\d+)$/.exec(step) ?? [];
        if (nth !== undefined) return inTurn(Number(nth)) ?? listing;
        return steps[step] ?? steps['elsewhere'] ?? listing;
      },
    );
  const once = { 'second-user': forbidden };
  const everyFourth = (nth: number) => (nth % 4 === 3 ? forbidden : undefined);

  test.each<[string, string, Steps, ((nth: number) => Response | undefined)?]>([
    [
      'second-user-in-turn-0',
      'here, and the user is served elsewhere',
      { 'second-user': forbidden },
      () => forbidden,
    ],
    ['second-user-in-turn-7', 'every fourth time', { 'second-user': listing }, everyFourth],
    [
      'second-user-in-turn-3',
      'at first and every fourth time',
      once,
      (nth) => (nth < 11 ? everyFourth(nth) : listing),
    ],
  ])('cites %s if the second user is forbidden %s', async (step, _when, steps, inTurn) => {
    const { judgements } = await probed(steps, inTurn);
    expect(judgements).toMatchObject([{ cause: refused, exchange: { key: { step } } }]);
  });

  test.each<[string, Steps]>([
    ['is served', { 'second-user': listing }],
    ['needs another token', { 'second-user': apiError(401) }],
    ['gets no response', { 'second-user': silence('closed') }],
    ['is forbidden once', once],
    ['is unknown', { 'second-user': apiError(403, 'User not found') }],
  ])('has no finding if the second user %s', async (_what, steps) => {
    expect((await probed({ elsewhere: listing, ...steps })).judgements).toEqual([]);
  });

  test.each<[string, (nth: number) => Response | undefined]>([
    ['is forbidden once', (nth) => (nth === 3 ? forbidden : undefined)],
    ['is forbidden from some moment on', (nth) => (nth > 5 ? forbidden : undefined)],
    [
      'is unknown now and then',
      (nth) => (nth % 4 === 3 ? apiError(403, 'User not found') : undefined),
    ],
    ['needs another token now and then', (nth) => (nth % 4 === 3 ? apiError(401) : undefined)],
    [
      'is forbidden, then gets no response',
      (nth) => (nth > 8 ? silence('closed') : nth > 5 ? forbidden : undefined),
    ],
    ['is forbidden, then refused otherwise', (nth) => apiError(nth < 2 ? 403 : 404)],
  ])('has no finding if the second user, in repeated requests, %s', async (_what, inTurn) => {
    expect((await probed({}, inTurn)).judgements).toEqual([]);
  });

  test.each<[string, Response, Partial<Bound>]>([
    ['if the run covers no other endpoint', listing, { covers: () => false }],
    ['who is refused everywhere', forbidden, {}],
    ['who gets no response elsewhere', silence('closed'), {}],
  ])('has no finding for a second user %s', async (_what, elsewhere, changes) => {
    const steps = { 'second-user': forbidden, elsewhere };
    expect((await probed(steps, () => forbidden, boundTo('guides', changes))).judgements).toEqual(
      [],
    );
  });
});

type Claims = Readonly<Record<string, unknown>>;
const scoped = jws({ scope: 'service:nbg read:cash more' });

/**
 * Judges scope/declared on an endpoint that demands the scopes; without claims the token cannot be
 * read.
 */
function declared(
  claims?: Claims,
  guard: Guard = {},
  scopes = ['read:cash'],
  name = 'cash',
  facts = {},
) {
  const tokens = { 'token:scoped': scoped, 'token:unscoped': jws(claims) };
  return judgeGuard(
    'scope/declared',
    guard,
    boundAs(name, { scopes }, { facts: factsOf(tokens, facts) }),
  );
}

test.each<[string, Claims]>([
  ['another one', { scope: 'read:guides' }],
  ['none', {}],
  ['one that begins alike', { scope: 'read:cash-flow' }],
  ['one in a claim of another kind', { scope: 7, other: 'read:cash' }],
  ['roles that are no strings', { roles: [{ name: 'read:cash' }, null] }],
])('a token that contains %s must be refused', async (_what, claims) => {
  expect((await declared(claims)).steps).toContain('case');
});

test.each<[string, Claims]>([
  ['in scope', { scope: 'read:guides read:cash' }],
  ['after several spaces', { scope: 'read:guides   read:cash' }],
  ['between commas', { scope: 'a, read:cash,b' }],
  ['in a list', { scp: ['a', 'read:cash'] }],
  ['in a list, after what is no string', { scp: [7, null, {}, 'read:cash'] }],
  ['as permission', { permissions: ['read:cash'] }],
  ['as role', { roles: ['read:cash'] }],
  ['in scopes', { scopes: 'read:cash' }],
  ['behind the URL of the API', { scope: 'https://api.example/read:cash' }],
])('a token that contains the scope %s is not used', async (_what, claims) => {
  expect(await declared(claims)).toMatchObject({ kinds: ['inconclusive'], steps: [] });
});

const both = 'service:nbg read:cash';
test.each<[string, Bound['facts']['statedScopes']]>([
  ['inconclusive', undefined],
  ['inconclusive', { 'token:scoped': 'profile', 'token:unscoped': 'profile' }],
  ['inconclusive', { 'token:scoped': both, 'token:unscoped': 'read:cash' }],
  ['fail', { 'token:scoped': both, 'token:unscoped': 'other' }],
  ['inconclusive', { 'token:scoped': both }],
])(
  '%s: scopes in a private claim are unknown unless the response states them: %j',
  async (kind, statedScopes) => {
    const withRoles = (...roles: readonly string[]) => jws({ realm_access: { roles } });
    const tokens = {
      'token:scoped': withRoles('service:nbg', 'read:cash'),
      'token:unscoped': withRoles('read:cash'),
    };
    const facts = { tokens, ...(statedScopes && { statedScopes }) };
    const { kinds } = await declared(
      undefined,
      { refusal: () => listing },
      undefined,
      undefined,
      facts,
    );
    expect(kinds).toEqual([kind]);
  },
);

describe('if it is unknown whether the token contains the scope', () => {
  test('a 403 to that token alone passes, with a note', async () => {
    const note = expect.stringContaining('do not show whether');
    expect(inWords((await declared()).judgements)).toEqual([{ kind: 'pass', note }]);
  });

  test.each<[string, Guard]>([
    ['a success', { refusal: () => listing }],
    ['another refusal', { refusal: () => apiError(404) }],
    ['a 403 to a token that no endpoint knows', { elsewhere: forbidden }],
    ['a 403 now and then', { refusal: (step) => (step.startsWith('case') ? forbidden : listing) }],
    ['a 403 to the control too', { control: () => forbidden }],
  ])('%s shows nothing', async (_what, guard) => {
    expect((await declared(undefined, guard)).kinds).toEqual(['inconclusive']);
  });

  test('nothing is sent to an endpoint that writes', async () => {
    expect(await declared(undefined, {}, undefined, 'address')).toMatchObject({
      kinds: ['inconclusive'],
      steps: [],
    });
  });
});

test('a token is used if it lacks one of the scopes', async () => {
  expect((await declared({ scope: 'read:cash' }, {}, ['read:cash', 'more'])).steps).toContain(
    'case',
  );
});

test('a token that cannot be read counts as one without service:nbg', async () => {
  expect((await declared(undefined, {}, ['service:nbg'])).judgements).toEqual([{ kind: 'pass' }]);
  expect(await judgeGuard('scope/declared', {}, boundTo('cash'))).toMatchObject({
    kinds: ['inconclusive'],
    steps: [],
  });
});

test('the endpoint itself is not requested to show that the token is known', async () => {
  const { steps } = await declared({}, { elsewhere: apiError(401) });
  expect(steps.filter((step) => step.startsWith('witness'))).not.toContain('witness-cash');
});

test('an order is not sent again', async () => {
  const { steps, kinds } = await declared(
    {},
    { refusal: () => ({ status: 201, body: {} }) },
    undefined,
    'orders',
  );
  expect(kinds).toEqual(['fail']);
  expect(steps).not.toContain('again');
});

const isSecond = (request: Request) => sentHeader(request, 'x-user-id')[0] === '{{user:second}}';
const required = (refusal?: Guard['refusal'], guard: Guard = {}) =>
  judgeGuard('scope/guides-required', { ...guard, ...(refusal && { refusal }) });

const disguised = { ...forbidden, status: 200 };
const hiding = (step: string) =>
  step === 'case' ? apiError(404) : step === 'round-1-case-0' ? listing : undefined;

describe('scope/guides-required requests the listing again', () => {
  test('fourteen times for the first user and once for the second if the guard never fails', async () => {
    const { judgements, lacking } = await required();
    expect(judgements).toEqual([{ kind: 'pass' }]);
    expect(lacking).toBe(15);
  });

  test.each<[string, Parameters<typeof letting>[0]]>([
    ['every fourth time', (_step, nth) => nth % 4 === 0],
    ['for simultaneous requests', (step) => step.includes('case-at-once')],
    ['for sequential requests', (step) => /round-\d-case-[13]/.test(step)],
    ['once in twenty-three times', (_step, nth) => nth % 23 === 1],
    [
      'for the second user now and then',
      (_step, nth, request) => isSecond(request) && nth % 2 === 0,
    ],
    [
      'for the second user twice',
      (step) => ['second-case', 'second-round-1-case-2'].includes(step),
    ],
    ['in the first and the fourth round', (step) => /^round-[14]-case-0$/.test(step)],
    ['each time', () => true],
  ])('and finds a guard that fails %s', async (_when, letsIn) => {
    expect((await required(letting(letsIn))).judgements.at(-1)).toMatchObject({
      cause: 'accepted',
      exchange: { request: {}, answer: { status: 200 } },
    });
  });

  test('and says how often the guard fails', async () => {
    const { judgements } = await required(letting((_step, nth) => nth % 4 === 0));
    expect(judgements[0]).toMatchObject({ facts: { shown: { value: 3 }, of: { value: 13 } } });
    expect(saidBy(guidesRequired, judgements[0]).actual).toMatch(
      /^3 of 13 requests, some in parallel, others after one with the scope: 200 /,
    );
    const always = await required(letting(() => true));
    expect(saidBy(guidesRequired, always.judgements[0]).actual).toMatch(/^200 /);
  });

  test.each<[boolean, Response]>([
    [true, forbidden],
    [false, listing],
  ])('and notes (%s) that a new URL was refused as it must be', async (isRight, fresh) => {
    const refusal = (step: string) => (step === 'shown-fresh' ? fresh : listing);
    const { facts } = boundTo('guides');
    const bound = boundTo('guides', { facts: { ...facts, unscopedAtStart: 403 } });
    const { judgements } = await judgeGuard('scope/guides-required', { refusal }, bound);
    expect(judgements).toMatchObject([
      {
        cause: 'accepted',
        recipe: {
          share: { times: 3, of: 3 },
          otherwise: isRight
            ? { 'new-url': { times: 0, of: 1 } }
            : { without: { times: 0, of: 1 } },
        },
      },
    ]);
  });

  test.each<[string, string[], NonNullable<Guard['refusal']>]>([
    ['fails the first time', ['inconclusive'], letting((_step, nth) => nth === 1)],
    ['fails the fifth time', ['inconclusive'], letting((_step, nth) => nth === 5)],
    ['hides the listing once and fails once', ['inconclusive'], hiding],
    [
      'responds with an error under a 200',
      ['pass'],
      (step) => (step.includes('round') ? disguised : undefined),
    ],
  ])('and has no finding for a guard that %s', async (_what, kinds, refusal) => {
    const judged = await required(refusal);
    expect(judged.kinds).toEqual(kinds);
    expect(judged.lacking).toBeLessThan(60);
  });

  test.each([
    [2, ['pass', 'fail']],
    [1, ['pass']],
  ])('and finds a guard that trusts the connection: %i times, %j', async (times, kinds) => {
    let left = times;
    const trusting = letting(
      (_step, _nth, { connection }) => connection === 'scope:guides' && left-- > 0,
    );
    const judged = await required(trusting);
    expect(judged.kinds).toEqual(kinds);
    const cause = 'accepted-on-connection';
    expect(judged.causes).toEqual(kinds.slice(1).map(() => cause));
  });

  test('and finds a guard that remembers the scopes of the previous request', async () => {
    const control = (step: string) => (step.startsWith('round-1-control') ? forbidden : listing);
    const forgetful = letting((_step, nth) => nth > 1);
    expect((await required(forgetful, { control })).kinds).toEqual(['fail']);
  });
});

test.each<[string, string, string[], number | undefined, (nth: number) => boolean]>([
  ['again if it reads', 'cash', ['fail'], undefined, (nth) => nth % 3 === 0],
  ['once if it writes', 'address', ['pass'], 1, (nth) => nth % 3 === 0],
  [
    'twice if it writes and lets the token in once',
    'address',
    ['inconclusive'],
    2,
    (nth) => nth === 1,
  ],
])('scope/declared requests an endpoint %s', async (_what, name, kinds, count, letsIn) => {
  const refusal = letting((_step, nth) => letsIn(nth));
  const judged = await judgeGuard(
    'scope/declared',
    { refusal },
    boundAs(name, { scopes: ['service:nbg'] }),
  );
  expect(judged.kinds).toEqual(kinds);
  if (count !== undefined) expect(judged.lacking).toBe(count);
});
