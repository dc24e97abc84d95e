import { expect, test } from 'vitest';
import { symbol } from '../../../engine/exchange/value.ts';
import { tokenRequest } from '../../../engine/run/well-formed.ts';
import { TokenKeeper } from '../../../engine/wire/token-keeper.ts';
import { answered, get, key } from '../samples.ts';

const uses = { ...get(), headers: [['Authorization', ['Bearer ', symbol('token:scoped', 'alg-none')]]] } as const;
const issuedAt = 1_010;

function issue(body: unknown, claims: Record<string, unknown> = {}, status = 200) {
  const facts = { echoes: [], tokens: { 'token:scoped': { form: 'jws', claims } as const } };
  return answered({ status, body: JSON.stringify(body), facts }, key('token'), tokenRequest('scoped'));
}

function renewedAfter(body: unknown, claims: Record<string, unknown> = {}): number {
  const keeper = new TokenKeeper();
  keeper.learn(issue(body, claims));
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
  expect(keeper.spent(uses, end - 1)).toBeUndefined();
  expect(keeper.spent(uses, end)).toBe('token:scoped');
  expect(keeper.spent(get(), end)).toBeUndefined();
  keeper.learn(issue({ expires_in: 3_600 }));
  expect(keeper.spent(uses, end)).toBeUndefined();
});
