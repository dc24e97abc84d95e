import { describe, expect, test } from 'vitest';
import { tokenRequest } from '../../../engine/catalogue/well-formed.ts';
import { symbol } from '../../../engine/exchange/value.ts';
import { expiryOf, spreadOf, TokenExpiry } from '../../../engine/tokens/expiry.ts';
import { answered, config, get, key } from '../samples.ts';

const uses = { ...get(), headers: [['Authorization', ['Bearer ', symbol('token:scoped', 'alg-none')]]] } as const;
const issuedAt = 1_010;

function issue(body: unknown, claims: Record<string, unknown> = {}, status = 200, date?: string) {
  const facts = { echoes: [], tokens: { 'token:scoped': { form: 'jws', claims } as const } };
  const headers = date === undefined ? [] : [['Date', date] as const];
  return answered({ status, body: JSON.stringify(body), facts, headers }, key('token'), tokenRequest('scoped'));
}

function renewedAfter(body: unknown, claims: Record<string, unknown> = {}, date?: string): number {
  const expiry = new TokenExpiry();
  expiry.learn(issue(body, claims, 200, date));
  let ms = 0;
  while (!expiry.due(uses, issuedAt + ms)) ms += 250;
  return ms;
}

const behind = Math.floor((issuedAt - 290_000) / 1_000) * 1_000;
const endsOnItsClock = { exp: behind / 1_000 + 300 };

test.each<[what: string, ms: number, ...Parameters<typeof renewedAfter>]>([
  ['two seconds', 1_500, { expires_in: 2 }],
  ['a minute', 45_000, { expires_in: 60 }],
  ['an hour', 3_540_000, { expires_in: 3_600 }],
  ['a moment', 1_000, { expires_in: 0.001 }],
  ['five minutes instead of a text', 240_000, { expires_in: '3600' }],
  ['five minutes instead of nothing', 240_000, { expires_in: 0 }],
  ['five minutes if nothing is said', 240_000, {}],
  ['the exp of the token if it is earlier', 45_000, { expires_in: 3_600 }, { exp: issuedAt / 1_000 + 60 }],
  ['no exp that has passed', 45_000, { expires_in: 60 }, { exp: issuedAt / 1_000 - 60 }],
  ['no exp that is nonsense', 240_000, {}, { exp: 'nonsense' }],
  ['an exp by the clock of Date', 240_000, { expires_in: 300 }, endsOnItsClock, new Date(behind).toUTCString()],
  ['an exp without a valid Date', 7_500, { expires_in: 300 }, endsOnItsClock, 'nonsense'],
])('a token that lasts %s is renewed after %i ms', (_what, ms, ...given) => {
  expect(renewedAfter(...given)).toBe(ms);
});

test('a token that is due is requested once, and again after ten seconds', () => {
  const expiry = new TokenExpiry();
  expiry.learn(issue({ expires_in: 60 }));
  const at = issuedAt + 45_000;
  expect(expiry.due(uses, at)).toMatchObject({ symbol: 'token:scoped', nth: 1, request: { yields: 'token:scoped' } });
  expect(expiry.due(uses, at + 9_999)).toBeUndefined();
  expect(expiry.due(uses, at + 10_000)).toMatchObject({ nth: 2 });
});

test('neither a request without the token nor a refused token request leads to a renewal', () => {
  const expiry = new TokenExpiry();
  expiry.learn(issue({ expires_in: 1 }, {}, 401));
  expect(expiry.due(uses, issuedAt + 1_000_000)).toBeUndefined();
  expiry.learn(issue({ expires_in: 1 }));
  expect(expiry.due(get(), issuedAt + 1_000_000)).toBeUndefined();
});

test('a token is spent once it has expired and its renewal failed', () => {
  const expiry = new TokenExpiry();
  expiry.learn(issue({ expires_in: 60 }));
  const end = issuedAt + 60_000;
  expect(expiry.spent(uses, end)).toBeUndefined();
  expiry.due(uses, end);
  expect(expiry.spent(uses, end)).toBeUndefined();
  expiry.renewed('token:scoped');
  expect(expiry.spent(uses, end - 1)).toBeUndefined();
  expect(expiry.spent(uses, end)).toBe('token:scoped');
  expect(expiry.spent(get(), end)).toBeUndefined();
  expiry.learn(issue({ expires_in: 3_600 }));
  expect(expiry.spent(uses, end)).toBeUndefined();
});

test.each([
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
    expiryOf(config({ tokens: { scoped: jwt(claims) }, clients: {}, ...changes }), now);
  const aMinute = { exp: now / 1_000 + 60 };

  test('for a minute more is not used after 45 s', () => {
    const expiry = minted(aMinute);
    expect(expiry.spent(uses, now + 44_999)).toBeUndefined();
    expect(expiry.spent(uses, now + 45_000)).toBe('token:scoped');
    expect(expiry.isDue(uses, now + 45_000)).toBe(false);
    expect(expiry.due(uses, now + 45_000)).toBeUndefined();
  });

  test('is renewed if its client is configured', () => {
    const expiry = minted(aMinute, { clients: config().clients });
    expect(expiry.due(uses, now + 44_999)).toBeUndefined();
    expect(expiry.isDue(uses, now + 45_000)).toBe(true);
    expect(expiry.spent(uses, now + 45_000)).toBeUndefined();
    expect(expiry.due(uses, now + 45_000)).toMatchObject({ nth: 1, request: { yields: 'token:scoped' } });
  });

  test('without a valid exp lasts, for all that is known', () => {
    expect(minted({ exp: 'soon' }).spent(uses, now + 1e9)).toBeUndefined();
  });
});
