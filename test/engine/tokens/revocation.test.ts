import { expect, test } from 'vitest';
import { tokenRequest } from '../../../engine/catalogue/well-formed.ts';
import { type Answered, concat, type Request, symbol } from '../../../engine/index.ts';
import { Revocation } from '../../../engine/tokens/revocation.ts';
import { answered, get, key, lost } from '../samples.ts';

type Script = readonly (number | 'closed')[];

const bearing = (token: ReturnType<typeof symbol>, scheme = 'Bearer '): Request => ({
  ...get('/cash'),
  headers: [['Authorization', concat(scheme, token)]],
});
const scoped = bearing(symbol('token:scoped'));
const named = (user: string): Request => ({
  ...scoped,
  headers: [...scoped.headers, ['x-user-id', symbol(user)]],
});
const ordinary = named('user:first');
const at = (path: string): Request => ({ ...ordinary, path });
const times = (count: number, api: Script): Script =>
  Array.from({ length: count }, () => api).flat();

/**
 * Simulates an API that responds as scripted, and an identity provider. Each response takes two
 * milliseconds.
 */
function target(api: Script, issues = true) {
  let now = 10;
  const asked: string[] = [];
  const waits: number[] = [];
  const statuses = [...api];
  const came = (status: number, request: Request): Answered => {
    now += 2;
    const of = key('case', 0, 'cash/ok', `GET ${request.path}`);
    return { ...answered({ status }, of, request), sentAt: now - 1, endedAt: now };
  };
  const issued = (): Answered => ({
    ...came(200, tokenRequest('scoped')),
    facts: { echoes: [], tokens: { 'token:scoped': { form: 'opaque' } } },
  });
  const revocation = new Revocation({
    ask: async (of, request) => {
      asked.push(`${of.step} ${of.index} ${of.attempt}`);
      const status = statuses.length > 1 ? statuses.shift() : statuses[0];
      const exchange =
        typeof status === 'number' ? came(status, request) : lost('closed', of, request);
      revocation.heard(exchange);
      return exchange;
    },
    renew: async (name) => {
      asked.push(`renew ${name}`);
      if (issues) revocation.heard(issued());
      return issues;
    },
    wait: async (ms) => waits.push(ms) > 0,
  });
  const issue = () => revocation.heard(issued());
  issue();
  return {
    issue,
    serve: (request = ordinary) => revocation.heard(came(200, request)),
    isRevoked: (request = scoped, status = 401) => revocation.isRevoked(came(status, request)),
    spent: (request = scoped) => revocation.spent(request),
    pass: (ms: number) => {
      now += ms;
    },
    asked,
    waits,
    renewals: () => asked.filter((step) => step.startsWith('renew')).length,
  };
}

interface Expected {
  readonly isRevoked: boolean;
  readonly waits?: readonly number[];
  readonly renewals?: number;
  readonly asked?: readonly string[];
  readonly first?: readonly string[];
}

const once = [2_500];
const oneProbe = ['still-accepted 0 0'];
const renewed = [...oneProbe, 'renew token:scoped', 'still-accepted 1 0'];
const fourProbes = [0, 1, 2, 3].map((index) => `still-accepted ${index} 0`);
const repeated = [0, 1, 2].map((attempt) => `still-accepted 0 ${attempt}`);
const stands: Expected = { isRevoked: false, waits: once };
const counts: Expected = { isRevoked: true, waits: once, renewals: 1 };
const allRefuse = [401, 401, 401, 401] as const;
const allAccept = [200, 200, 200, 200] as const;

const expiring = [...allAccept, ...allRefuse, 200];
const mixed = [200, 401, 200, 401, ...allRefuse, 200];
const silent = { isRevoked: true, waits: [250, 250], renewals: 1, first: repeated };

test.each<[what: string, Script, Request, Expected]>([
  ['stands if the token is still accepted', [200], scoped, { isRevoked: false, asked: oneProbe }],
  [
    'leads to a new token if it is no longer accepted',
    [401, 200],
    scoped,
    { isRevoked: true, asked: renewed },
  ],
  ['gives a new token time to be known', [401, 401, 200], scoped, counts],
  ['of the token is checked everywhere', [200], ordinary, { ...stands, first: fourProbes }],
  [
    'counts although all accept at first: they are asked again when caches have expired',
    expiring,
    ordinary,
    counts,
  ],
  [
    'of an unknown user can be for the user',
    [200],
    named('user:unknown'),
    { isRevoked: false, asked: oneProbe },
  ],
  ['counts once all caches of the token have expired', mixed, ordinary, counts],
  ['stands if one replica does not know the token yet', [200, 401, 200], ordinary, stands],
  ['stands if one disagrees', [200, 401, 200, 200, 401, 200, 200, 200], ordinary, stands],
  ['is checked again if there is no response', ['closed', 503, 401, 200], scoped, silent],
  [
    'counts for BEARER',
    [401, 200],
    bearing(symbol('token:scoped'), 'BEARER '),
    { isRevoked: true, renewals: 1 },
  ],
])('a refusal %s', async (_what, api, request, expected) => {
  const { isRevoked, waits = [], first = [], asked } = expected;
  const given = target(api);
  given.serve();
  expect(await given.isRevoked(request)).toBe(isRevoked);
  if (asked) expect(given.asked).toEqual(asked);
  else expect(given.renewals()).toBe(expected.renewals ?? 0);
  expect(given.waits).toEqual(waits);
  expect(given.asked.slice(0, first.length)).toEqual(first);
  if (isRevoked) expect(given.spent()).toBeUndefined();
});

const fourOf = (request: Request) => [request, request, request, request];
const many = Array.from({ length: 20 }, (_, nth) => at(`/${nth}`));

const butAnother = [...times(24, [200]), ...allAccept, ...allRefuse, 200];
const beside = [...fourOf(at('/nowhere')), ordinary];

test.each<[what: string, Script, requests: readonly Request[], revoked: number, waits: number]>([
  ['an endpoint that refuses for good', [200], fourOf(ordinary), 0, 2],
  ['replicas that never agree', times(20, [200, 401, 200, 200]), fourOf(ordinary), 0, 2],
  ['endpoints that refuse for good', [200], many, 0, 6],
  ['an endpoint that refuses for good, but another one', butAnother, beside, 1, 3],
])(
  'the run does not wait again and again for %s',
  async (_what, api, requests, revoked, waited) => {
    const { serve, isRevoked, waits } = target(api);
    serve();
    const found: boolean[] = [];
    for (const request of requests) found.push(await isRevoked(request));
    expect(found).toEqual(requests.map((_, nth) => nth >= requests.length - revoked));
    expect(waits).toEqual(Array.from({ length: waited }, () => 2_500));
  },
);

/**
 * The responses after each later revocation: every replica refuses the old token, then one accepts
 * the new token.
 */
const revokedAgain = [...allRefuse, 200];

test.each<[when: string, ages: number[], uses: number[], reason: string | undefined]>([
  ['at one age', [5_000, 5_400, 5_900], [1, 7, 2], 'expires earlier than stated'],
  ['after so many requests', [1, 300, 9_000], [400, 390, 420], 'expires earlier than stated'],
  ['at different ages', [5_000, 6_500, 5_100], [1, 1, 1], undefined],
  ['soon', [900, 900, 900], [1, 1, 1], undefined],
  ['after few requests', [1, 300, 9_000], [20, 20, 20], undefined],
])(
  'tokens that end %s count as expired too early, or are renewed',
  async (_when, ages, uses, reason) => {
    const { serve, isRevoked, spent, pass } = target([401, 200, ...times(2, revokedAgain)]);
    for (const [nth, age] of ages.entries()) {
      expect(spent()).toBeUndefined();
      for (let use = 0; use < (uses[nth] ?? 0); use++) serve();
      pass(age);
      expect(await isRevoked()).toBe(true);
    }
    if (reason) expect(spent()).toContain(reason);
    else expect(spent()).toBeUndefined();
  },
);

test.each<[what: string, Request, status: number, isServed: boolean]>([
  ['a token that was never accepted', scoped, 401, false],
  ['another status', scoped, 403, true],
  ['no token', get('/cash'), 401, true],
  ['a forged token', bearing(symbol('token:scoped', 'alg-none')), 401, true],
  ['another scheme', bearing(symbol('token:scoped'), 'Basic '), 401, true],
  ["an operator's token", bearing(symbol('token:other')), 401, true],
])('a refusal of %s stands without a check', async (_what, request, status, isServed) => {
  const { serve, isRevoked, asked } = target([401, 200]);
  if (isServed) serve();
  expect(await isRevoked(request, status)).toBe(false);
  expect(asked).toEqual([]);
});
