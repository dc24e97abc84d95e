import { describe, expect, test } from 'vitest';
import { symbol } from '../../../engine/exchange/value.ts';
import { tokenRequest } from '../../../engine/run/well-formed.ts';
import { keeperOf, spreadOf, TokenKeeper } from '../../../engine/wire/token-keeper.ts';
import { answered, config, get, key } from '../samples.ts';

const uses = { ...get(), headers: [['Authorization', ['Bearer ', symbol('token:scoped', 'alg-none')]]] } as const;
const issuedAt = 1_010;

function issue(body: unknown, claims: Record<string, unknown> = {}, status = 200, date?: string) {
  const facts = { echoes: [], tokens: { 'token:scoped': { form: 'jws', claims } as const } };
  const headers = date === undefined ? [] : [['Date', date] as const];
  return answered({ status, body: JSON.stringify(body), facts, headers }, key('token'), tokenRequest('scoped'));
}

function renewedAfter(body: unknown, claims: Record<string, unknown> = {}, date?: string): number {
  const keeper = new TokenKeeper();
  keeper.learn(issue(body, claims, 200, date));
  let ms = 0;
  while (!keeper.due(uses, issuedAt + ms)) ms += 250;
  return ms;
}

const behind = Math.floor((issuedAt - 290_000) / 1_000) * 1_000;
const endsOnItsClock = { exp: behind / 1_000 + 300 };

test.each<[what: string, ms: number, ...Parameters<typeof renewedAfter>]>([
  ['two seconds', 1_500, { expires_in: 2 }],
  ['a minute', 45_000, { expires_in: 60 }],
  ['an hour', 3_540_000, { expires_in: 3_600 }],
  ['a moment', 1_000, { expires_in: 0.001 }],
  ...['nonsense', '3600', 0, -5, null, undefined, [3600]].map((expires_in): [string, number, object] => [
    `five minutes instead of ${JSON.stringify(expires_in)}`,
    240_000,
    { expires_in },
  ]),
  ['the exp of the token if it is earlier', 45_000, { expires_in: 3_600 }, { exp: issuedAt / 1_000 + 60 }],
  ['no exp that has passed', 45_000, { expires_in: 60 }, { exp: issuedAt / 1_000 - 60 }],
  ['no exp that is nonsense', 240_000, {}, { exp: 'nonsense' }],
  ['an exp by the clock of Date', 240_000, { expires_in: 300 }, endsOnItsClock, new Date(behind).toUTCString()],
  ['an exp without a valid Date', 7_500, { expires_in: 300 }, endsOnItsClock, 'nonsense'],
])('a token that lasts %s is renewed after %i ms', (_what, ms, ...given) => {
  expect(renewedAfter(...given)).toBe(ms);
});

test('a token that is due is requested once, and again after ten seconds', () => {
  const keeper = new TokenKeeper();
  keeper.learn(issue({ expires_in: 60 }));
  const at = issuedAt + 45_000;
  expect(keeper.due(uses, at)).toMatchObject({ symbol: 'token:scoped', nth: 1, request: { yields: 'token:scoped' } });
  expect(keeper.due(uses, at + 9_999)).toBeUndefined();
  expect(keeper.due(uses, at + 10_000)).toMatchObject({ nth: 2 });
});

test.each([
  ['a request without the token', get(), 200],
  ['a refused token request', uses, 401],
])('%s leads to no renewal', (_what, request, status) => {
  const keeper = new TokenKeeper();
  keeper.learn(issue({ expires_in: 1 }, {}, status));
  expect(keeper.due(request, issuedAt + 1_000_000)).toBeUndefined();
});

test('a token is spent once it has expired and its renewal failed', () => {
  const keeper = new TokenKeeper();
  keeper.learn(issue({ expires_in: 60 }));
  const end = issuedAt + 60_000;
  expect(keeper.spent(uses, end)).toBeUndefined();
  keeper.due(uses, end);
  expect(keeper.spent(uses, end)).toBeUndefined();
  keeper.renewed('token:scoped');
  expect(keeper.spent(uses, end - 1)).toBeUndefined();
  expect(keeper.spent(uses, end)).toBe('token:scoped');
  expect(keeper.spent(get(), end)).toBeUndefined();
  keeper.learn(issue({ expires_in: 3_600 }));
  expect(keeper.spent(uses, end)).toBeUndefined();
});

test.each([
  [3_600, 200, 2_500],
  [8, 200, 2_500],
  [3, 200, 1_000],
  [3_600, 401, 0],
])('replicas can be unaware of a token of %d s with status %d for %d ms', (seconds, status, ms) => {
  expect(spreadOf(issue({ expires_in: seconds }, {}, status))).toBe(ms);
});

describe('a token that the operator minted', () => {
  const now = 1_700_000_000_000;
  const jwt = (claims: object) => `${[{ alg: 'RS256' }, claims].map(encoded).join('.')}.c2ln`;
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const minted = (claims: object, changes: object = {}) =>
    keeperOf(config({ tokens: { scoped: jwt(claims) }, clients: {}, ...changes }), now);
  const lasting = (seconds: number) => ({ exp: now / 1_000 + seconds });

  test.each([
    [3_600, 3_540_000],
    [60, 45_000],
  ])('for %d s more is not used after %d ms', (seconds, ms) => {
    const keeper = minted(lasting(seconds));
    expect(keeper.spent(uses, now + ms - 1)).toBeUndefined();
    expect(keeper.spent(uses, now + ms)).toBe('token:scoped');
    expect(keeper.isDue(uses, now + ms)).toBe(false);
    expect(keeper.due(uses, now + ms)).toBeUndefined();
  });

  test('is renewed if its client is configured', () => {
    const keeper = minted(lasting(300), { clients: config().clients });
    expect(keeper.due(uses, now + 239_999)).toBeUndefined();
    expect(keeper.isDue(uses, now + 240_000)).toBe(true);
    expect(keeper.spent(uses, now + 240_000)).toBeUndefined();
    expect(keeper.due(uses, now + 240_000)).toMatchObject({ nth: 1, request: { yields: 'token:scoped' } });
  });

  test.each([{}, { exp: 'soon' }])('with %j lasts, for all that is known', (claims) => {
    expect(minted(claims).spent(uses, now + 1e9)).toBeUndefined();
  });
});
