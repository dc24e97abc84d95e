import { describe, expect, test } from 'vitest';
import type { Check, Monitor } from '../../engine/catalogue/check.ts';
import { type Bound, type Exchange, sentHeader } from '../../engine/index.ts';
import { placedCases } from '../../engine/run/series.ts';
import { auth } from '../../suites/every-endpoint/auth.ts';
import { saysUserNotFound } from '../../suites/every-endpoint/not-found-message.ts';
import { user } from '../../suites/every-endpoint/user.ts';
import { answered, type Given } from '../suites/answered.ts';
import { apiError } from '../suites/api-error.ts';
import { boundTo } from '../suites/asking.ts';

const check = (id: string) => auth.requirements.find((one) => one.id === id) as Check;
const now = answered().sentAt;
const seconds = (ms: number) => Math.floor(ms / 1000);
const genuine = { iss: 'https://id.example', aud: 'the-api', exp: seconds(now) + 3_600 };

/** A run to which the operator gave tokens with these claims; without claims they cannot be read. */
function given(claims: Readonly<Record<string, object | undefined>>): Bound {
  const tokens = Object.entries(claims).map(([name, all]) => [
    name,
    { form: 'jws', header: {}, ...(all && { claims: all }) },
  ]);
  return boundTo('guides', { facts: { tokens: Object.fromEntries(tokens), refusedTokens: {}, guideIds: [] } });
}

describe('auth/expired', () => {
  const judged = (expired: object | undefined, status = 200, scoped: object | undefined = genuine) =>
    check('auth/expired').judge(
      answered({ status }),
      undefined,
      given({ 'token:expired': expired, 'token:scoped': scoped }),
    ).kind;
  const longAgo = { ...genuine, exp: seconds(now) - 301 };

  test('an expired token of the run’s own issuer and audience is to be refused with 401', () => {
    expect(judged(longAgo, 401)).toBe('held');
    expect(judged(longAgo, 200)).toBe('violated');
    expect(judged(longAgo, 403)).toBe('violated');
    expect(judged(longAgo, 500)).toBe('unanswered');
  });

  test('five minutes are enough', () => {
    expect(judged({ ...genuine, exp: now / 1000 - 300 })).toBe('violated');
    expect(judged({ ...genuine, exp: now / 1000 - 299 })).toBe('unanswered');
    expect(judged({ ...genuine, exp: now / 1000 + 300 })).toBe('unanswered');
  });

  test('five minutes are those of the target’s clock where that is behind', () => {
    const dated = (...dates: readonly string[]) => {
      const answer = answered({ headers: dates.map((date) => ['Date', date] as const) });
      return check('auth/expired').judge(
        answer,
        undefined,
        given({ 'token:expired': longAgo, 'token:scoped': genuine }),
      ).kind;
    };
    const clock = (ahead: number) => new Date(now + ahead).toUTCString();
    expect(dated(clock(-60_000))).toBe('unanswered');
    expect(dated(clock(0), clock(-60_000))).toBe('unanswered');
    expect(dated(clock(60_000))).toBe('violated');
    expect(dated('nonsense')).toBe('violated');
  });

  test('a token of another issuer or audience shows nothing', () => {
    expect(judged({ ...longAgo, iss: 'https://other.example' })).toBe('unanswered');
    expect(judged({ ...longAgo, aud: 'another-api' })).toBe('unanswered');
    expect(judged({ ...longAgo, iss: 'https://other.example' }, 401)).toBe('unanswered');
  });

  test('an audience in a list, or a list in another order, is the same', () => {
    const listed = { ...genuine, aud: ['the-api', 'userinfo'] };
    expect(judged({ ...longAgo, aud: ['the-api'] })).toBe('violated');
    expect(judged({ ...longAgo, aud: ['userinfo', 'the-api'] }, 200, listed)).toBe('violated');
    expect(judged({ ...longAgo, aud: ['the-api'] }, 200, listed)).toBe('unanswered');
    expect(judged({ ...longAgo, aud: ['the-api', 'another-api'] })).toBe('unanswered');
  });

  test('an empty list of audiences is none', () => {
    const { aud: _none, ...ofNobody } = genuine;
    expect(judged({ ...longAgo, aud: undefined }, 200, { ...ofNobody, aud: [] })).toBe('violated');
    expect(judged({ ...longAgo, aud: [] }, 200, ofNobody)).toBe('violated');
  });

  test('what cannot be read is believed', () => {
    expect(judged(undefined)).toBe('violated');
    expect(judged(longAgo, 200, undefined)).toBe('violated');
    expect(check('auth/expired').judge(answered(), undefined, boundTo('guides')).kind).toBe('violated');
  });
});

describe('auth/other-audience', () => {
  const judged = (other: object | undefined, status: number) =>
    check('auth/other-audience').judge(
      answered({ status }),
      undefined,
      given({ 'token:other-audience': other, 'token:scoped': genuine }),
    );
  const other = { ...genuine, aud: 'another-api' };

  test.each<[object, number]>([
    [{ kind: 'held' }, 401],
    [{ kind: 'held' }, 403],
    [{ kind: 'unanswered' }, 500],
    [{ cause: 'a token for another audience is accepted' }, 200],
    [{ cause: 'a token for another audience is answered with another status than 401 or 403' }, 404],
  ])('%j: %i', (expected, status) => {
    expect(judged(other, status)).toMatchObject(expected);
  });

  test('one that has expired, or is for this API, shows nothing', () => {
    expect(judged({ ...other, exp: now / 1000 - 1 }, 401)).toMatchObject({ kind: 'unanswered' });
    expect(judged({ ...other, exp: now / 1000 }, 401)).toMatchObject({ kind: 'held' });
    expect(judged(genuine, 200)).toMatchObject({ kind: 'unanswered' });
    expect(judged(undefined, 200)).toMatchObject({ kind: 'violated' });
  });

  test('one that is for this API as well shows nothing', () => {
    const judgedWith = (aud: unknown, own: unknown, audience = 'an-alias') => {
      const bound = given({ 'token:other-audience': { ...genuine, aud }, 'token:scoped': { ...genuine, aud: own } });
      const asked = { ...bound, target: { ...bound.target, audience } };
      return check('auth/other-audience').judge(answered({ status: 200 }), undefined, asked).kind;
    };
    expect(judgedWith(['another-api', 'the-api'], 'the-api')).toBe('unanswered');
    expect(judgedWith(['another-api', 'the-api'], ['the-api', 'userinfo'], 'the-api')).toBe('unanswered');
    expect(judgedWith(['another-api', 'userinfo'], ['the-api', 'userinfo'], 'the-api')).toBe('violated');
    expect(judgedWith(undefined, undefined)).toBe('unanswered');
    expect(judgedWith('another-api', undefined)).toBe('violated');
  });
});

test.each<[object, Given]>([
  [{ kind: 'held' }, { status: 200 }],
  [{ kind: 'unanswered' }, { status: 500 }],
  [{ cause: 'the scheme is compared with case' }, apiError(401)],
])('auth/scheme-case, %j', (expected, one) => {
  expect(check('auth/scheme-case').judge(answered(one), undefined, boundTo('guides'))).toMatchObject(expected);
});

test('a token that would make the target of a request too long is not sent in it', () => {
  const cases = [...placedCases(check('auth/missing').cases(boundTo('guides')), 'quick', 7)].map(
    (placed) => placed.case,
  );
  const proofs = cases.flatMap(({ proof }) => (proof ? [proof] : []));
  expect(proofs).toHaveLength(3);
  expect(cases.every(({ request }) => sentHeader(request, 'authorization').length === 0)).toBe(true);
  const wire = (length: number) => ({
    path: 'x'.repeat(length),
    header: () => undefined,
    body: '',
    resolved: () => undefined,
  });
  for (const proof of proofs) {
    expect(proof(wire(2_000))).toBe(true);
    expect(proof(wire(2_001))).toBe(false);
  }
});

describe('monitors of refusals', () => {
  const monitor = (id: string) => auth.requirements.find((one) => one.id === id) as Monitor;

  test('see the API’s refusals alone', () => {
    const [challenge, effects] = [monitor('auth/challenge'), monitor('auth/before-effects')];
    for (const [status, isChallenge, isEffect] of [
      [401, true, true],
      [403, false, true],
      [404, false, false],
    ] as const) {
      expect(challenge.matches(answered({ status }))).toBe(isChallenge);
      expect(effects.matches(answered({ status }))).toBe(isEffect);
      for (const one of [challenge, effects]) {
        expect(one.matches(answered({ status, request: { origin: 'token' } }))).toBe(false);
      }
      for (const method of ['HEAD', 'OPTIONS']) {
        expect(challenge.matches(answered({ status, request: { method } }))).toBe(false);
      }
    }
  });

  test('are asked for where nothing is written', () => {
    const probes = (name: string) => monitor('auth/challenge').probes?.(boundTo(name)) ?? [];
    expect(probes('cash').map((request) => sentHeader(request, 'authorization'))).toEqual([[]]);
    expect(probes('address')).toEqual([]);
    expect(probes('orders')).toEqual([]);
  });

  test('null among numbers is no data', () => {
    const judged = (data: unknown) => {
      const { judge } = monitor('auth/before-effects');
      return judge?.(answered({ status: 401, body: { data } }), boundTo('cash')).kind;
    };
    expect(judged([{ amount: null }])).toBe('held');
    expect(judged([{ amount: 7 }])).toBe('violated');
    expect(judged({ cash: null })).toBe('held');
  });
});

describe('that a user is not found', () => {
  const says = (message: unknown) => saysUserNotFound(answered({ status: 401, body: { error: { message } } }));

  test.each(['User not found', 'userNotFound', 'USER__NOT__FOUND', 'user-not-found', 'There is no such customer'])(
    'is said by %s',
    (message) => {
      expect(says(message)).toBe(true);
    },
  );

  test.each([['Not found'], ['The user is blocked'], [7], [undefined], [null], [['User not found']]])(
    'is not said by %j',
    (message) => {
      expect(says(message)).toBe(false);
    },
  );

  const message = user.requirements.find(({ id }) => id === 'user/unknown-message') as Check;
  test.each<[string, Given | Exchange]>([
    ['unanswered', { status: 200, body: { error: { message: 'User not found' } } }],
    ['unanswered', { status: 401, body: { error: { message: '  ' } } }],
    ['unanswered', { status: 401, body: { error: {} } }],
    ['violated', { status: 401, body: { error: { message: 'No access' } } }],
    ['held', { status: 401, body: { error: { message: 'User not found' } } }],
  ])('%s', (kind, one) => {
    expect(message.judge(answered(one as Given), undefined, boundTo('summaries')).kind).toBe(kind);
  });
});

test('the signature of another token is tried where there is another one with a signature', () => {
  const labels = (form: string | undefined, depth: Bound['depth']) => {
    const tokens = form === undefined ? {} : { 'token:unscoped': { form, header: {}, claims: {} } };
    const bound = boundTo('guides', { depth, facts: { tokens, refusedTokens: {}, guideIds: [] } as never });
    return [...placedCases(check('auth/forged').cases(bound), depth, 7)].map((placed) => placed.case.label);
  };
  const without = labels(undefined, 'standard');
  expect(labels('jws', 'standard')).toHaveLength(without.length + 1);
  expect(labels('jwe', 'standard')).toEqual(without);
  expect(labels('jws', 'quick')).toEqual(labels(undefined, 'quick'));
});

test('a forgery that nobody lists is a forged token', () => {
  const listed = check('auth/forged').judge(answered({ status: 200 }), undefined, boundTo('guides'));
  expect(listed).toMatchObject({ cause: 'a forged token is accepted' });
});
