import { expect, test } from 'vitest';
import type { Exchange } from '../../../engine/exchange/exchange.ts';
import type { Request } from '../../../engine/exchange/request.ts';
import { concat, symbol } from '../../../engine/exchange/value.ts';
import { tokenRequest } from '../../../engine/run/well-formed.ts';
import { Revocation } from '../../../engine/wire/revocation.ts';
import { answered, get, key, lost } from '../samples.ts';

const bearing = (token: ReturnType<typeof symbol>, scheme = 'Bearer '): Request => ({
  ...get('/cash'),
  headers: [['Authorization', concat(scheme, token)]],
});
const scoped = bearing(symbol('token:scoped'));
const ordinary: Request = { ...scoped, headers: [...scoped.headers, ['x-user-id', symbol('user:first')]] };

/** An API and its identity provider: what they answer is set by the test, and the time goes on by one with each answer. */
function target({ api = [] as readonly (number | 'closed')[], issues = true } = {}) {
  let now = 10;
  const pass = (ms: number) => {
    now += ms;
  };
  const asked: string[] = [];
  const waits: number[] = [];
  const statuses = [...api];
  const came = (status: number, request: Request): Exchange & { answer: { status: number } } => {
    now += 2;
    return {
      ...answered({ status }, key('case', 0, 'cash/ok', `GET ${request.path}`), request),
      sentAt: now - 1,
      endedAt: now,
    } as never;
  };
  const issued = () => ({
    ...came(200, tokenRequest('scoped')),
    facts: { echoes: [], tokens: { 'token:scoped': { form: 'opaque' as const } } },
  });
  const revocation = new Revocation({
    ask: async (of, request) => {
      asked.push(`${of.step} ${of.index} ${of.attempt}`);
      const status = statuses.length > 1 ? statuses.shift() : statuses[0];
      const exchange = typeof status === 'number' ? came(status, request) : lost('closed', of, request);
      revocation.heard(exchange);
      return exchange;
    },
    renew: async (name) => {
      asked.push(`renew ${name}`);
      if (issues) revocation.heard(issued());
      return issues;
    },
    wait: async (ms) => waits.push(ms),
  });
  const serve = (request = ordinary) => revocation.heard(came(200, request));
  const isRevoked = (request = scoped, status = 401) => revocation.isRevoked(came(status, request) as never);
  const issue = () => revocation.heard(issued());
  issue();
  return { revocation, serve, issue, isRevoked, pass, asked, waits };
}

test('a refusal beside a token that is still served stands', async () => {
  const { serve, isRevoked, asked } = target({ api: [200] });
  serve();
  expect(await isRevoked()).toBe(false);
  expect(asked).toEqual(['still-accepted 0 0']);
});

test('a token that is refused where it was served is had again, and the request sent again', async () => {
  const { revocation, serve, isRevoked, asked, waits } = target({ api: [401, 200] });
  serve();
  expect(await isRevoked()).toBe(true);
  expect(asked).toEqual(['still-accepted 0 0', 'renew token:scoped', 'still-accepted 1 0']);
  expect(waits).toEqual([]);
  expect(revocation.spent(scoped)).toBeUndefined();
});

test('a new token gets time to be known', async () => {
  const { serve, isRevoked, waits } = target({ api: [401, 401, 200] });
  serve();
  expect(await isRevoked()).toBe(true);
  expect(waits).toEqual([2_500]);
});

test('a token that was issued a moment ago, and served to nobody yet, gets time to be known', async () => {
  const { revocation, serve, issue, isRevoked, asked, waits } = target({ api: [401, 401, 401, 401, 200] });
  serve();
  issue();
  expect(await isRevoked(ordinary)).toBe(false);
  expect(waits).toHaveLength(1);
  expect(waits[0]).toBeGreaterThan(2_400);
  expect(asked.filter((step) => step.startsWith('renew'))).toEqual([]);
  expect(revocation.spent(scoped)).toBeUndefined();
});

/** To an endpoint that was served without a user before. */
const guides: Request = { ...scoped, path: '/learn/learning-guides' };
const fourTimes = [0, 1, 2, 3].map((index) => `still-accepted ${index} 0`);

test('where nothing but the token can have been refused, all that check it are asked', async () => {
  const { serve, isRevoked, asked, waits } = target({ api: [200] });
  serve();
  expect(await isRevoked(ordinary)).toBe(false);
  expect(asked.slice(0, 4)).toEqual(fourTimes);
  expect(waits).toEqual([2_500]);
});

test('one that refused is believed though all that are asked at once happen to accept: it is asked again when they have forgotten', async () => {
  const { serve, isRevoked, asked, waits } = target({ api: [200, 200, 200, 200, 401, 401, 401, 401, 200] });
  serve();
  expect(await isRevoked(ordinary)).toBe(true);
  expect(waits).toEqual([2_500]);
  expect(asked.filter((step) => step.startsWith('renew'))).toHaveLength(1);
});

test.each(['user:unknown', 'user:foreign', 'user:denied'])('a refusal of %s may be for the user', async (user) => {
  const { serve, isRevoked, asked, waits } = target({ api: [200] });
  serve();
  const named: Request = { ...scoped, headers: [...scoped.headers, ['x-user-id', symbol(user)]] };
  expect(await isRevoked(named)).toBe(false);
  expect(asked).toEqual(['still-accepted 0 0']);
  expect(waits).toEqual([]);
});

test('where an endpoint was served without a user, a refusal without one is not for the user', async () => {
  const { serve, isRevoked, waits } = target({ api: [200, 200, 200, 200, 200, 401, 401, 401, 401, 200] });
  serve();
  expect(await isRevoked(guides)).toBe(false);
  expect(waits).toEqual([]);
  serve(guides);
  expect(await isRevoked(guides)).toBe(true);
  expect(waits).toEqual([2_500]);
});

test('an endpoint that refuses in earnest is not waited for time and again', async () => {
  const { serve, isRevoked, waits } = target({ api: [200] });
  serve();
  for (let nth = 0; nth < 4; nth++) expect(await isRevoked(ordinary)).toBe(false);
  expect(waits).toEqual([2_500, 2_500]);
});

test('an endpoint that refuses in earnest does not keep another from being waited for', async () => {
  const stays = Array.from({ length: 24 }, () => 200);
  const { serve, isRevoked, waits } = target({ api: [...stays, 200, 200, 200, 200, 401, 401, 401, 401, 200] });
  serve();
  const elsewhere: Request = { ...ordinary, path: '/nowhere' };
  for (let nth = 0; nth < 4; nth++) expect(await isRevoked(elsewhere)).toBe(false);
  expect(waits).toEqual([2_500, 2_500]);
  expect(await isRevoked(ordinary)).toBe(true);
  expect(waits).toEqual([2_500, 2_500, 2_500]);
});

test('endpoints that refuse in earnest are not waited for without end', async () => {
  const { serve, isRevoked, waits } = target({ api: [200] });
  serve();
  for (let nth = 0; nth < 20; nth++) expect(await isRevoked({ ...ordinary, path: `/${nth}` })).toBe(false);
  expect(waits).toHaveLength(6);
});

test('one that is served does not speak for those that were not asked', async () => {
  const { serve, isRevoked, asked } = target({ api: [200] });
  serve();
  const refused = isRevoked(ordinary);
  serve();
  expect(await refused).toBe(false);
  expect(asked.slice(0, 4)).toEqual(fourTimes);
});

test('a token that some remember for a while is had again when they have forgotten it', async () => {
  const { serve, isRevoked, asked, waits } = target({ api: [200, 401, 200, 401, 401, 401, 401, 401, 200] });
  serve();
  expect(await isRevoked(ordinary)).toBe(true);
  expect(waits).toEqual([2_500]);
  expect(asked.filter((step) => step.startsWith('renew'))).toHaveLength(1);
});

test.each([
  ['does not know the token yet', [200, 401, 200]],
  ['never accepts it', [200, 401, 200, 200, 401, 200, 200, 200]],
])('a refusal by one of several that %s stands', async (_who, api) => {
  const { serve, isRevoked, asked, waits } = target({ api });
  serve();
  expect(await isRevoked(ordinary)).toBe(false);
  expect(waits).toEqual([2_500]);
  expect(asked).not.toContain('renew token:scoped');
});

test('those that never agree are not waited for time and again', async () => {
  const { serve, isRevoked, waits } = target({ api: Array.from({ length: 20 }, () => [200, 401, 200, 200]).flat() });
  serve();
  for (let nth = 0; nth < 4; nth++) expect(await isRevoked(ordinary)).toBe(false);
  expect(waits).toEqual([2_500, 2_500]);
});

test('where a token was revoked before, all that check it are asked of whatever is refused', async () => {
  const { serve, isRevoked, asked } = target({ api: [401, 200] });
  serve();
  expect(await isRevoked()).toBe(true);
  asked.length = 0;
  serve();
  expect(await isRevoked()).toBe(false);
  expect(asked).toHaveLength(4);
});

test('refusals that come together are looked into once', async () => {
  const { serve, isRevoked, asked } = target({ api: [401, 200] });
  serve();
  expect(await Promise.all([isRevoked(), isRevoked(), isRevoked()])).toEqual([true, true, true]);
  expect(asked.filter((step) => step.startsWith('renew'))).toHaveLength(1);
});

test('an API that takes no token at all any more refuses in earnest, and is not asked for ever', async () => {
  const { serve, isRevoked, asked } = target({ api: [401] });
  serve();
  expect(await isRevoked()).toBe(false);
  expect(asked.filter((step) => step.startsWith('renew'))).toHaveLength(3);
  expect(await isRevoked()).toBe(false);
  expect(asked.filter((step) => step.startsWith('renew'))).toHaveLength(3);
});

test('where no token is issued any more, nothing is sent with it any more', async () => {
  const { revocation, serve, isRevoked } = target({ api: [401], issues: false });
  serve();
  expect(await isRevoked()).toBe(true);
  expect(revocation.spent(scoped)).toMatch(/token:scoped is refused since it was accepted/);
  expect(revocation.spent(bearing(symbol('token:unscoped')))).toBeUndefined();
});

/** Once one was revoked, all that check the next are asked. */
const endedForAll = [401, 401, 401, 401, 200];

test('a token that is revoked time and again is given up', async () => {
  const { revocation, serve, isRevoked, asked } = target({
    api: [401, 200, ...Array.from({ length: 8 }, () => endedForAll).flat()],
  });
  for (let nth = 0; nth < 8; nth++) {
    serve();
    expect(await isRevoked()).toBe(true);
    expect(revocation.spent(scoped)).toBeUndefined();
  }
  serve();
  expect(await isRevoked()).toBe(true);
  expect(revocation.spent(scoped)).toBeDefined();
  expect(asked.filter((step) => step.startsWith('renew'))).toHaveLength(8);
});

test.each([
  ['at one age', [5_000, 5_400, 5_900], [1, 7, 2]],
  ['after so many requests', [1, 300, 9_000], [400, 390, 420]],
])('tokens that end %s are ended by who issues them', async (_when, ages, uses) => {
  const { revocation, serve, isRevoked, pass } = target({ api: [401, 200, ...endedForAll, ...endedForAll] });
  for (const [nth, age] of ages.entries()) {
    expect(revocation.spent(scoped)).toBeUndefined();
    for (let use = 0; use < (uses[nth] ?? 0); use++) serve();
    pass(age);
    expect(await isRevoked()).toBe(true);
  }
  expect(revocation.spent(scoped)).toContain('ends earlier than was told');
});

test.each([
  ['at ages that differ', [5_000, 6_500, 5_100], 1],
  ['soon', [900, 900, 900], 1],
  ['after few requests', [1, 300, 9_000], 20],
])('tokens that end %s are had again', async (_when, ages, uses) => {
  const { revocation, serve, isRevoked, pass } = target({ api: [401, 200, ...endedForAll, ...endedForAll] });
  for (const age of ages) {
    for (let use = 0; use < uses; use++) serve();
    pass(age);
    expect(await isRevoked()).toBe(true);
  }
  expect(revocation.spent(scoped)).toBeUndefined();
});

test('whether it is still served is asked again where nobody answers', async () => {
  const { serve, isRevoked, asked, waits } = target({ api: ['closed', 503, 401, 200] });
  serve();
  expect(await isRevoked()).toBe(true);
  expect(asked.slice(0, 3)).toEqual(['still-accepted 0 0', 'still-accepted 0 1', 'still-accepted 0 2']);
  expect(waits).toEqual([250, 250]);
});

test.each([
  ['a token that was never served', scoped, 401, false],
  ['another status', scoped, 403, true],
  ['no token', get('/cash'), 401, true],
  ['a forged token', bearing(symbol('token:scoped', 'alg-none')), 401, true],
  ['another scheme', bearing(symbol('token:scoped'), 'Basic '), 401, true],
  ['a token of the operator', bearing(symbol('token:other')), 401, true],
])('a refusal of %s is one', async (_what, request, status, isServed) => {
  const { serve, isRevoked, asked } = target({ api: [401, 200] });
  if (isServed) serve();
  expect(await isRevoked(request, status)).toBe(false);
  expect(asked).toEqual([]);
});

test('the scheme may be spelt otherwise', async () => {
  const { serve, isRevoked } = target({ api: [401, 200] });
  serve();
  expect(await isRevoked(bearing(symbol('token:scoped'), 'BEARER '))).toBe(true);
});
