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

test.each([
  [2, 1_500],
  [60, 45_000],
  [3_600, 3_540_000],
])('a token of %d s is renewed after %d ms', (seconds, ms) => {
  expect(renewedAfter({ expires_in: seconds })).toBe(ms);
});

test.each([['nonsense'], ['3600'], [0], [-5], [null], [undefined], [[3600]]])(
  'where expires_in is %j, five minutes are assumed',
  (stated) => {
    expect(renewedAfter({ expires_in: stated })).toBe(240_000);
  },
);

test('the end that the token itself states counts where it is earlier, and only where it lies ahead', () => {
  expect(renewedAfter({ expires_in: 3_600 }, { exp: issuedAt / 1_000 + 60 })).toBe(45_000);
  expect(renewedAfter({ expires_in: 60 }, { exp: issuedAt / 1_000 - 60 })).toBe(45_000);
  expect(renewedAfter({}, { exp: 'nonsense' })).toBe(240_000);
});

test('a lifetime of a moment does not renew the token before every request', () => {
  expect(renewedAfter({ expires_in: 0.001 })).toBeGreaterThanOrEqual(1_000);
});

test('a token that is due is asked for once, and again after ten seconds', () => {
  const keeper = new TokenKeeper();
  keeper.learn(issue({ expires_in: 60 }));
  const at = issuedAt + 45_000;
  expect(keeper.due(uses, at)).toMatchObject({ symbol: 'token:scoped', nth: 1, request: { yields: 'token:scoped' } });
  expect(keeper.due(uses, at + 9_999)).toBeUndefined();
  expect(keeper.due(uses, at + 10_000)).toMatchObject({ nth: 2 });
});

test('requests without the token do not renew it', () => {
  const keeper = new TokenKeeper();
  keeper.learn(issue({ expires_in: 1 }));
  expect(keeper.due(get(), issuedAt + 1_000_000)).toBeUndefined();
});

test('a refused request for a token is nothing to learn from', () => {
  const keeper = new TokenKeeper();
  keeper.learn(issue({ expires_in: 1 }, {}, 401));
  expect(keeper.due(uses, issuedAt + 1_000_000)).toBeUndefined();
});

test('a token is spent once it has expired and its renewal was tried in vain', () => {
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

test('the end that the token states is one of the clock that the Date of its answer tells', () => {
  const behind = new Date(issuedAt - 290_000);
  behind.setUTCMilliseconds(0);
  const claims = { exp: behind.getTime() / 1_000 + 300 };
  expect(renewedAfter({ expires_in: 300 }, claims, behind.toUTCString())).toBe(240_000);
  expect(renewedAfter({ expires_in: 300 }, claims, 'nonsense')).toBeLessThan(10_000);
});

test.each([
  [3_600, 2_500],
  [8, 2_500],
  [3, 1_000],
])('a renewed token of %d s may not be known everywhere for %d ms', (seconds, ms) => {
  expect(spreadOf(issue({ expires_in: seconds }))).toBe(ms);
});

test('a renewal that yields no token changes nothing', () => {
  expect(spreadOf(issue({ expires_in: 3_600 }, {}, 401))).toBe(0);
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

  test('is had again where its client is given', () => {
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
