import { describe, expect, test } from 'vitest';
import { tokenRequest } from '../../../engine/catalogue/well-formed.ts';
import { systemClock } from '../../../engine/clock.ts';
import type { Exchange } from '../../../engine/exchange/exchange.ts';
import type { Request } from '../../../engine/exchange/request.ts';
import { symbol } from '../../../engine/exchange/value.ts';
import {
  type Means,
  mostGrants,
  mostProvoked,
  TokenSession,
} from '../../../engine/tokens/token-session.ts';
import { answered, config, get, key } from '../samples.ts';

const uses = {
  ...get(),
  headers: [['Authorization', ['Bearer ', symbol('token:scoped', 'alg-none')]]],
} as const;
const issuedAt = 1_010;

function issue(body: unknown, claims: Record<string, unknown> = {}, status = 200, date?: string) {
  const facts = { echoes: [], tokens: { 'token:scoped': { form: 'jws', claims } as const } };
  const headers = date === undefined ? [] : [['Date', date] as const];
  return answered(
    { status, body: JSON.stringify(body), facts, headers },
    key('token'),
    tokenRequest('scoped'),
  );
}

/**
 * Creates a session whose renewals get the response `issued`. `renewals` lists the indices of these
 * requests.
 */
function session(
  changes: Parameters<typeof config>[0] = {},
  now = 0,
  issued: Exchange = issue({}, {}, 503),
) {
  const renewals: number[] = [];
  const pauses: number[] = [];
  const during: (string | undefined)[] = [];
  const means: Means = {
    renew: async ({ index }, _request, heard) => {
      renewals.push(index);
      during.push(spent(uses, issuedAt + 60_000));
      heard(issued);
      return issued;
    },
    once: () => expect.fail('no revoked token is expected'),
    pauseUntil: (time) => pauses.push(time),
    wait: async () => {},
    isStopped: () => false,
  };
  const tokens = new TokenSession(
    { ...systemClock, now: () => now },
    config({ tokens: {}, ...changes }),
    means,
  );
  const spent = (request: Request, at: number) => tokens.refusal(request, at)?.detail;
  return { tokens, renewals, pauses, during, spent };
}

function renewedAfter(body: unknown, claims: Record<string, unknown> = {}, date?: string): number {
  const { tokens } = session();
  tokens.heard(issue(body, claims, 200, date));
  let ms = 0;
  while (!tokens.isDue(uses, issuedAt + ms)) ms += 250;
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
  ['not even a second, from a cache', 1_000, { expires_in: 0 }, { iat: -3_600, exp: 1 }],
  ['five minutes if nothing is said', 240_000, {}],
  [
    'the exp of the token if it is earlier',
    45_000,
    { expires_in: 3_600 },
    { exp: issuedAt / 1_000 + 60 },
  ],
  ['no exp that has passed', 45_000, { expires_in: 60 }, { exp: issuedAt / 1_000 - 60 }],
  ['no exp that is nonsense', 240_000, {}, { exp: 'nonsense' }],
  [
    'an exp by the clock of Date',
    240_000,
    { expires_in: 300 },
    endsOnItsClock,
    new Date(behind).toUTCString(),
  ],
  ['an exp without a valid Date', 7_500, { expires_in: 300 }, endsOnItsClock, 'nonsense'],
])('a token that lasts %s is renewed after %i ms', (_what, ms, ...given) => {
  expect(renewedAfter(...given)).toBe(ms);
});

test('a token that is due is requested once, and again after ten seconds', async () => {
  const { tokens, renewals } = session();
  tokens.heard(issue({ expires_in: 60 }));
  for (const ms of [44_999, 45_000, 54_999]) await tokens.renewIfDue(uses, issuedAt + ms);
  expect(renewals).toEqual([1]);
  await tokens.renewIfDue(uses, issuedAt + 55_000);
  expect(renewals).toEqual([1, 2]);
});

test('neither a request without the token nor a refused token request leads to a renewal', async () => {
  const { tokens, renewals } = session();
  tokens.heard(issue({ expires_in: 1 }, {}, 401));
  await tokens.renewIfDue(uses, issuedAt + 1_000_000);
  tokens.heard(issue({ expires_in: 1 }));
  await tokens.renewIfDue(get(), issuedAt + 1_000_000);
  expect(renewals).toEqual([]);
});

const failed = 'token:scoped expired and could not be renewed';

test('a token is spent once it has expired and its renewal failed', async () => {
  const { tokens, during, spent } = session();
  tokens.heard(issue({ expires_in: 60 }));
  const end = issuedAt + 60_000;
  expect(spent(uses, end)).toBeUndefined();
  await tokens.renewIfDue(uses, end);
  expect([...during, spent(uses, end - 1), spent(get(), end)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(spent(uses, end)).toBe(failed);
  tokens.heard(issue({ expires_in: 3_600 }));
  expect(spent(uses, end)).toBeUndefined();
});

const { yields: _nobody, ...provoking } = tokenRequest('scoped');

test.each([
  ['in earnest', tokenRequest('scoped'), mostGrants],
  ['that provoke a refusal', provoking, mostProvoked],
] as const)('a run sends a limited number of token requests %s', async (_what, request, most) => {
  const { tokens, spent } = session();
  const detail = `a run sends at most ${most} such requests to the token endpoint`;
  for (let nth = 0; nth < most; nth++) expect(tokens.spend(request)).toBeUndefined();
  expect(tokens.spend(request)).toEqual({ lost: 'no-credential', detail });
  tokens.heard(issue({ expires_in: 1 }));
  await tokens.renewIfDue(uses, issuedAt + 2_000);
  expect(spent(uses, issuedAt + 2_000)).toBe(
    request === provoking ? failed : `${failed}: ${detail}`,
  );
});

test.each([
  [8, 200, 2_500],
  [3, 200, 1_000],
  [3_600, 401, 0],
])(
  'after a renewal for %d s with status %d, requests pause for %d ms',
  async (seconds, status, ms) => {
    const came = issue({ expires_in: seconds }, {}, status);
    const { tokens, pauses } = session({}, 0, came);
    tokens.heard(issue({ expires_in: 1 }));
    await tokens.renewIfDue(uses, issuedAt + 1_000);
    expect(pauses).toEqual([came.endedAt + ms]);
  },
);

describe('a token that the operator minted', () => {
  const now = 1_700_000_000_000;
  const jwt = (claims: object) => `${[{ alg: 'RS256' }, claims].map(encoded).join('.')}.c2ln`;
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const minted = (claims: object, changes: object = {}) =>
    session({ tokens: { scoped: jwt(claims) }, clients: {}, ...changes }, now);
  const aMinute = { exp: now / 1_000 + 60 };

  test('for a minute more is not used after 45 s', async () => {
    const { tokens, renewals, spent } = minted(aMinute);
    expect(spent(uses, now + 44_999)).toBeUndefined();
    expect(spent(uses, now + 45_000)).toBe(failed);
    expect(tokens.isDue(uses, now + 45_000)).toBe(false);
    await tokens.renewIfDue(uses, now + 45_000);
    expect(renewals).toEqual([]);
  });

  test('is renewed if its client is configured', async () => {
    const { tokens, renewals, spent } = minted(aMinute, { clients: config().clients });
    await tokens.renewIfDue(uses, now + 44_999);
    expect(renewals).toEqual([]);
    expect(tokens.isDue(uses, now + 45_000)).toBe(true);
    expect(spent(uses, now + 45_000)).toBeUndefined();
    await tokens.renewIfDue(uses, now + 45_000);
    expect(renewals).toEqual([1]);
  });

  test('without a valid exp is never taken for expired', () => {
    expect(minted({ exp: 'soon' }).spent(uses, now + 1e9)).toBeUndefined();
  });
});
