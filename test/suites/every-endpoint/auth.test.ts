import { describe, expect, test } from 'vitest';
import { type Bound, concat, type Request, symbol } from '../../../engine/index.ts';
import { judged } from '../../../engine/judging/inconclusive.ts';
import { auth, judgeLog } from '../../../suites/every-endpoint/auth.ts';
import { forged, judgeForged } from '../../../suites/every-endpoint/auth-forged.ts';
import { judgeMissing } from '../../../suites/every-endpoint/auth-missing.ts';
import { judgeBeforeEffects } from '../../../suites/every-endpoint/auth-refusals.ts';
import { judgeMissing as judgeMissingUser } from '../../../suites/every-endpoint/user.ts';
import { answered, type Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { boundTo, causeOf, silence } from '../asking.ts';
import { checkOf, factsOf, jws, monitorOf } from '../recorded.ts';
import { saidBy } from '../said.ts';

const now = answered().sentAt;
const genuine = { iss: 'https://id.example', aud: 'the-api', exp: Math.floor(now / 1000) + 3_600 };
const longAgo = { ...genuine, exp: Math.floor(now / 1000) - 301 };

/**
 * Returns the cause, or the kind, for a response to the operator's token. The run's own token has
 * the `scoped` claims.
 */
function judgedAs(
  id: string,
  claims: object | undefined,
  given: Given = {},
  scoped: object | undefined = genuine,
  audience = '',
) {
  const name = id.replace('auth/', 'token:');
  const bound: Bound = boundTo('guides', {
    facts: factsOf({ [name]: jws(claims), 'token:scoped': jws(scoped) }),
  });
  const target = { ...bound.target, audience };
  return causeOf(
    judged(() => checkOf(auth, id).judge(answered(given), undefined, { ...bound, target })),
  );
}

describe('auth/expired', () => {
  const accepted = 'accepted';
  const kind = (...given: [object | undefined, Given?, object?]) =>
    judgedAs('auth/expired', ...given);

  test.each<[string | undefined, number]>([
    ['pass', 401],
    [accepted, 200],
    ['other-status', 403],
    ['inconclusive', 500],
  ])('%s: %i', (expected, status) => {
    expect(kind(longAgo, { status })).toBe(expected);
  });

  const { aud: _none, ...ofNobody } = genuine;
  const listed = { ...genuine, aud: ['the-api', 'userinfo'] };
  test.each<[string, string, object | undefined, (object | undefined)?]>([
    [accepted, 'five minutes ago', { ...genuine, exp: now / 1000 - 300 }],
    ['inconclusive', 'less than five minutes ago', { ...genuine, exp: now / 1000 - 299 }],
    ['inconclusive', 'in five minutes', { ...genuine, exp: now / 1000 + 300 }],
    ['inconclusive', 'another issuer', { ...longAgo, iss: 'https://other.example' }],
    ['inconclusive', 'another audience', { ...longAgo, aud: 'another-api' }],
    [accepted, 'the audience in a list', { ...longAgo, aud: ['the-api'] }],
    [
      accepted,
      'the audiences in another order',
      { ...longAgo, aud: ['userinfo', 'the-api'] },
      listed,
    ],
    ['inconclusive', 'an audience less', { ...longAgo, aud: ['the-api'] }, listed],
    ['inconclusive', 'an audience more', { ...longAgo, aud: ['the-api', 'another-api'] }],
    [
      accepted,
      'no audience, an empty list for the run',
      { ...longAgo, aud: undefined },
      { ...ofNobody, aud: [] },
    ],
    [accepted, 'an empty list of audiences, none for the run', { ...longAgo, aud: [] }, ofNobody],
    [accepted, 'unreadable claims', undefined],
  ])('%s: %s', (expected, _what, claims, scoped = genuine) => {
    expect(kind(claims, {}, scoped)).toBe(expected);
  });

  test('takes the token of the operator for expired if the run cannot read claims', () => {
    const check = checkOf(auth, 'auth/expired');
    expect(check.judge(answered(), undefined, boundTo('guides')).kind).toBe('fail');
    const unread = boundTo('guides', {
      facts: factsOf({ 'token:expired': jws(longAgo), 'token:scoped': jws() }),
    });
    expect(check.judge(answered(), undefined, unread).kind).toBe('fail');
    expect(kind({ ...longAgo, iss: 'https://other.example' }, { status: 401 })).toBe(
      'inconclusive',
    );
  });

  test.each<[string, readonly (number | string)[]]>([
    ['inconclusive', [-60_000]],
    ['inconclusive', [0, -60_000]],
    [accepted, [60_000]],
    [accepted, ['nonsense']],
  ])('%s by the clock of the target, which is ahead by %j', (expected, dates) => {
    const text = (date: number | string) =>
      typeof date === 'string' ? date : new Date(now + date).toUTCString();
    expect(kind(longAgo, { headers: dates.map((date) => ['Date', text(date)]) })).toBe(expected);
  });
});

describe('auth/other-audience', () => {
  const other = { ...genuine, aud: 'another-api' };
  const accepted = 'accepted';

  test.each<[string, string, number, object | undefined]>([
    ['pass', 'a refusal', 401, other],
    ['pass', 'a refusal', 403, other],
    ['inconclusive', 'a failure', 500, other],
    [accepted, 'a success', 200, other],
    ['other-status', 'another refusal', 404, other],
    ['inconclusive', 'an expired token', 401, { ...other, exp: now / 1000 - 1 }],
    ['pass', 'a token that expires now', 401, { ...other, exp: now / 1000 }],
    ['inconclusive', 'a token for this API', 200, genuine],
    [accepted, 'unreadable claims', 200, undefined],
  ])('%s: %s, %i', (expected, _what, code, claims) => {
    expect(judgedAs('auth/other-audience', claims, { status: code })).toBe(expected);
  });

  const several = ['another-api', 'the-api'];
  const both = ['the-api', 'userinfo'];
  test.each<[string, unknown, unknown, string?]>([
    ['inconclusive', several, 'the-api'],
    ['inconclusive', several, both, 'the-api'],
    [accepted, ['another-api', 'userinfo'], both, 'the-api'],
    ['inconclusive', undefined, undefined],
    [accepted, 'another-api', undefined],
  ])(
    '%s: audience %j, that of the run %j, configured as %j',
    (expected, aud, own, audience = 'an-alias') => {
      const claims = { ...genuine, aud };
      expect(judgedAs('auth/other-audience', claims, {}, { ...genuine, aud: own }, audience)).toBe(
        expected,
      );
    },
  );
});

test.each<[string, Given]>([
  ['pass', { status: 200 }],
  ['inconclusive', { status: 500 }],
  ['case-sensitive', apiError(401)],
])('auth/scheme-case, %s', (expected, given) => {
  const { judge } = checkOf(auth, 'auth/scheme-case');
  expect(causeOf(judge(answered(given), undefined, boundTo('guides')))).toBe(expected);
});

describe('a token or a user outside its header', () => {
  const inCookie = (of: string): Partial<Request> => ({
    headers: [['Cookie', concat('a=', symbol(of))]],
  });
  const [token, user] = [inCookie('token:scoped'), inCookie('user:first')];
  const takenToken = 'elsewhere-accepted';
  const takenUser = 'accepted-elsewhere';

  test.each<[string, string, Given]>([
    [takenToken, takenUser, { body: {} }],
    ['pass', 'pass', apiError(400)],
    ['pass', 'pass', apiError(302)],
    ['pass', 'pass', apiError(401)],
    ['inconclusive', 'inconclusive', apiError(500)],
    ['pass', 'pass', { ...apiError(401), status: 200 }],
    ['pass', 'pass', { ...apiError(400), status: 200 }],
  ])('in a cookie: %s, %s', (ofToken, ofUser, given) => {
    expect(causeOf(judgeMissing(answered({ ...given, request: token })))).toBe(ofToken);
    expect(causeOf(judgeMissingUser(answered({ ...given, request: user })))).toBe(ofUser);
  });

  test.each([
    [400, 'pass'],
    [422, 'pass'],
    [401, 'pass'],
    [403, 'other-status'],
    [200, 'accepted'],
  ])('in the query, %i: %s', (status, expected) => {
    const request = { path: ['/x?token=', { symbol: 'token:scoped', forge: 'url' }], headers: [] };
    expect(causeOf(judgeMissing(answered({ ...apiError(401), status, request })))).toBe(expected);
  });

  test.each([
    [true, '/cash?token='],
    [false, '/cash'],
  ])('in the query (%s) is a fact of a request that is accepted', (isElsewhere, path) => {
    const at = isElsewhere ? [path, symbol('token:scoped', 'url')] : path;
    const given = { body: {}, request: { path: at, headers: [] } };
    expect(judgeMissing(answered(given))).toMatchObject({
      cause: 'accepted',
      facts: { isElsewhere: { value: isElsewhere } },
    });
  });

  test('that is missing must lead to a 401, or for a user to any refusal', () => {
    const request = { headers: [] };
    expect(causeOf(judgeMissing(answered({ ...apiError(400), request })))).toBe('other-status');
    const moved = answered({ status: 302, body: {}, request });
    expect(causeOf(judgeMissingUser(moved))).toBe('accepted');
  });
});

const [challenge, effects] = [
  monitorOf(auth, 'auth/challenge'),
  monitorOf(auth, 'auth/before-effects'),
];

test.each([
  [401, true, true],
  [403, false, true],
  [404, false, false],
])(
  'a %i of the API is judged by auth/challenge: %s, and auth/before-effects: %s',
  (status, isChallenge, isEffect) => {
    expect(challenge.matches(answered({ status }))).toBe(isChallenge);
    expect(effects.matches(answered({ status }))).toBe(isEffect);
    for (const one of [challenge, effects])
      expect(one.matches(answered({ status, request: { origin: 'token' } }))).toBe(false);
    for (const method of ['HEAD', 'OPTIONS'])
      expect(challenge.matches(answered({ status, request: { method } }))).toBe(false);
  },
);

describe('auth/before-effects', () => {
  const error = apiError(401).body as object;

  test.each<[string, string, unknown]>([
    ['pass', 'an ApiError', error],
    ['pass', 'empty and null members', { ...error, data: [], app: null, email: [] }],
    ['pass', 'an object about the error', { ...error, data: { traceId: 'x', timestamp: 1 } }],
    ['pass', 'strings', { ...error, email: 'support@example.org', data: 'none' }],
    ['pass', 'a list of messages', { ...error, data: [{ code: 1, message: 'no' }, 'no'] }],
    ['pass', 'what was required', { ...error, data: { requiredScopes: ['a'], retryable: true } }],
    [
      'pass',
      'the build',
      { ...error, app: { name: 'api', build: '1.2' }, email: { support: 'a@b.c' } },
    ],
    ['pass', 'no JSON', '<h1>401</h1>'],
    ['pass', 'null in place of a number', { data: [{ amount: null }] }],
    ['pass', 'null in place of an object', { data: { cash: null } }],
    ['fail', 'an amount', { data: [{ amount: 7 }] }],
    ['fail', 'summaries', { ...error, data: [{ chartLabel: 'Mon', portfolio: {} }] }],
    ['fail', 'settings', { ...error, app: [{ category: 'Activity', notifications: [] }] }],
    ['fail', 'balances', { data: { currency: 'EUR', available: 12 } }],
  ])('%s: %s', (kind, _what, body) => {
    expect(judgeBeforeEffects(answered({ status: 401, body })).kind).toBe(kind);
    expect(effects.judge?.(answered({ status: 401, body }), boundTo('cash')).kind).toBe(kind);
  });
});

test('auth/challenge says that the scheme is missing', () => {
  const came = answered({ ...apiError(401), headers: [] });
  const judgement = challenge.judge?.(came, boundTo('cash'));
  expect(causeOf(judgement)).toBe('no-challenge');
  expect(saidBy(challenge, judgement, came).actual).toMatch(
    /^401.*, without a scheme in WWW-Authenticate$/,
  );
});

const forgedAs = (forge: string, given: Given) =>
  answered({
    ...given,
    request: { headers: [['Authorization', concat('Bearer ', symbol('token:scoped', forge))]] },
  });

test.each<[string, string, Given]>([
  ['pass', 'alg-none:None', apiError(401)],
  ['inconclusive', 'alg-none:None', apiError(500)],
  ['unsigned', 'alg-none:None', { body: {} }],
  ['unsigned', 'signature-emptied', { body: {} }],
  ['genuine-signature', 'payload-altered', { body: {} }],
  ['altered-signature', 'signature-altered', { body: {} }],
  ['other-status:genuine-signature', 'payload-altered', apiError(403)],
  ['forged', 'unlisted', { body: {} }],
])('the cause names the missing check, not the forgery: %s, %s', (cause, forge, given) => {
  expect(causeOf(judgeForged(forgedAs(forge, given)))).toBe(cause);
});

test.each<[string, string]>([
  ['a token without a signature is accepted', 'alg-none:None'],
  ['a token with the genuine signature but changed content is accepted', 'payload-altered'],
  ['a token signed with a foreign key is accepted', 'own-key-jku'],
])('%s', (title, forge) => {
  const came = forgedAs(forge, { body: {} });
  expect(saidBy(forged, judgeForged(came), came)).toEqual({
    title,
    expected: 'status 401 with an ApiError',
    actual: '200 application/json: {}',
  });
});

test.each<[string, string]>([
  ['none', 'signature-altered'],
  ['none', 'own-key'],
  ['none', 'header-added:m2m_tester'],
  ['token', 'alg-none:nOnE'],
  ['token', 'alg-none:none:kept'],
  ['token', 'own-key-embedded-jwk:own-kid'],
  ['token', 'signature-emptied,header-removed:alg'],
  ['fallback', 'own-key:own-kid'],
  ['fallback', 'hmac-guess:'],
  ['fallback', 'hmac-minted:text:secret'],
  ['fallback', 'header-removed:kid,alg-none:none'],
])('a server that accepts the forgery takes its key from %s: %s', (keyFrom, forge) => {
  expect(judgeForged(forgedAs(forge, { body: {} }))).toMatchObject({
    facts: { keyFrom: { value: keyFrom } },
  });
});

const refused = answered(apiError(401));
const log = (value: unknown) => answered({ body: value });

test.each([
  ['pass', [refused], log([])],
  ['fetched', [refused], log(['jku'])],
  ['inconclusive', [refused, answered({ body: {} })], log(['jku'])],
  ['inconclusive', [silence('withheld')], log([])],
  ['inconclusive', [refused], silence('timeout')],
  ['inconclusive', [refused], log({})],
] as const)('%s', (cause, sent, seen) => {
  expect(causeOf(judgeLog(sent, seen))).toBe(cause);
});
