import { describe, expect, test } from 'vitest';
import type { Answered, Request, TokenFacts } from '../../../engine/index.ts';
import { token } from '../../../suites/authentication/token.ts';
import { judgeIssued } from '../../../suites/authentication/token-issued.ts';
import { answered, type Given } from '../answered.ts';
import { boundTo, causeOf } from '../asking.ts';
import { firstAdvice } from '../first-advice.ts';
import { factsOf, jws, monitorOf } from '../recorded.ts';
import { saidBy } from '../said.ts';

const body = { access_token: 'x', token_type: 'Bearer', expires_in: 3_600, scope: 'service:nbg' };
const ofNobody = { origin: 'token', method: 'POST' } as const;
const json: Request['headers'] = [['Content-Type', 'application/json']];
const request: Partial<Request> = { ...ofNobody, yields: 'token:scoped', headers: json };

/** Returns the token endpoint's response to the well-formed request. */
function grant(given: Given = {}, facts: TokenFacts = jws({})): Answered {
  const one = answered({ body, ...given, request: { ...request, ...given.request } });
  return { ...one, facts: { echoes: [], tokens: { 'token:scoped': facts } } };
}

const judged = (id: string, given: Given, facts?: TokenFacts) =>
  causeOf(monitorOf(token, id).judge?.(grant(given, facts), boundTo('token')));
const withMedia = (name: string, type = 'application/json') => ({
  headers: [[name, type] as const],
});

describe('a grant', () => {
  const { matches } = monitorOf(token, 'token/type-bearer');

  test.each<[boolean, string, Given]>([
    [true, 'a success with an object, to a JSON request', {}],
    [true, 'to a field name in lowercase', { request: withMedia('content-type') }],
    [true, 'to the other client', { request: { yields: 'token:unscoped' } }],
    [false, 'a refusal', { status: 400 }],
    [false, 'a list', { body: [body] }],
    [false, 'a response of the API', { request: { origin: 'api' } }],
    [
      false,
      'to a form',
      { request: withMedia('Content-Type', 'application/x-www-form-urlencoded') },
    ],
    [false, 'to a field name that ends alike', { request: withMedia('X-Content-Type') }],
    [false, 'to a field name that begins alike', { request: withMedia('Content-Type-X') }],
    [false, 'for another audience', { request: { yields: 'token:foreign-audience' } }],
  ])('%s: %s', (expected, _what, given) => {
    expect(matches(grant(given))).toBe(expected);
  });

  test('must be of a known client, and its scope is judged only for the scoped client', () => {
    expect(matches(answered({ body, request: { ...ofNobody, headers: json } }))).toBe(false);
    const other = grant({ request: { yields: 'token:unscoped' } });
    expect(monitorOf(token, 'token/scope-granted').matches(other)).toBe(false);
  });
});

test.each([
  ['token/bad-credentials', false],
  ['token/bad-grant', false],
  ['token/missing-fields', false],
  ['token/malformed-body', false],
  ['token/wrong-audience', false],
  ['token/renewal', true],
])(
  'token/issued judges a refusal during %s, which may lock the client out: %s',
  (requirement, isJudged) => {
    const { matches } = monitorOf(token, 'token/issued');
    expect(matches(grant({ status: 401, body: { error: 'invalid_client' }, requirement }))).toBe(
      isJudged,
    );
    expect(matches(grant({ requirement }))).toBe(true);
  },
);

test.each<[string, object]>([
  ['pass', {}],
  ['pass', { scope: '', token_type: 'mac', expires_in: -1.5 }],
  ['empty-member:access_token', { access_token: '' }],
  ['missing-member:access_token', { access_token: undefined }],
  ['empty-member:token_type', { token_type: '' }],
  ['wrong-type:scope', { scope: ['service:nbg'] }],
  ['wrong-type:expires_in', { expires_in: null }],
  ['missing-member:expires_in', { expires_in: undefined }],
  ['wrong-type:expires_in', { expires_in: '3600' }],
  ['wrong-type:expires_in', { expires_in: [3600] }],
])('token/issued, %s: %j', (expected, changes) => {
  expect(judged('token/issued', { body: { ...body, ...changes } })).toBe(expected);
});

test.each<[string, object, object]>([
  [
    'token/issued',
    { scope: undefined, Scope: 'a' },
    {
      title: 'scope is missing',
      expected: expect.stringMatching(/; scope is a string$/),
      actual: 'the members access_token, token_type, expires_in, Scope; scope is at /Scope',
    },
  ],
  [
    'token/issued',
    { expires_in: '60' },
    {
      title: 'expires_in is not an integer',
      expected: expect.stringMatching(/; expires_in is an integer$/),
      actual: 'expires_in is "60"',
    },
  ],
  ['token/expires-in', { expires_in: '60' }, { title: 'expires_in is not a number' }],
  ['token/type-bearer', { token_type: 'mac' }, { actual: 'token_type "mac"' }],
])('a finding of %s says what is wrong: %j', (id, changes, said) => {
  const one = grant({ body: { ...body, ...changes } });
  const requirement = monitorOf(token, id);
  const judgement = requirement.judge?.(one, boundTo('token'));
  expect(saidBy(requirement, judgement, one)).toMatchObject(said);
});

test.each<[string, RegExp, object]>([
  ['token/issued', /sent as text/, { expires_in: '60' }],
  ['token/issued', /null or an empty string/, { expires_in: null }],
  ['token/issued', /null or an empty string/, { access_token: '' }],
  ['token/issued', /null or an empty string/, { scope: 7 }],
  ['token/issued', /scope as an array/, { scope: ['a'] }],
  ['token/issued', /omits scope/, { scope: undefined }],
  ['token/issued', /renames the members/, { scope: undefined, Scope: 'a' }],
  ['token/issued', /renames the members/, { access_token: undefined }],
  ['token/scope-granted', /comma/, { scope: 'a,service:nbg' }],
  ['token/scope-granted', /renames scopes/, { scope: 'nbg' }],
])('a finding of %s suspects first %s: %j', (id, suspect, changes) => {
  const requirement = monitorOf(token, id);
  const judgement = requirement.judge?.(grant({ body: { ...body, ...changes } }), boundTo('token'));
  expect(firstAdvice(requirement, judgement)).toMatch(suspect);
});

test.each([
  ['fraction:expires_in', 1.5],
  ['fraction:expires_in', -1.5],
  ['zero-or-less:expires_in', 0],
  ['zero-or-less:expires_in', -1],
  ['wrong-type:expires_in', '3600'],
])('token/expires-in, %s: %j', (expected, seconds) => {
  expect(judged('token/expires-in', { body: { ...body, expires_in: seconds } })).toBe(expected);
});

test.each<[string, boolean, Given]>([
  ['no-object', false, { body: [body] }],
  ['inconclusive', false, { status: 401, body: { error: 'invalid_client' } }],
  ['refused', true, { status: 400, body: { error: 'invalid_request' } }],
  ['inconclusive', true, { status: 500, body: {} }],
])('token/issued, %s: credentials are known to be valid (%s), %j', (expected, isKnown, given) => {
  const facts = factsOf(isKnown ? { 'token:scoped': jws() } : {});
  expect(causeOf(judgeIssued(answered(given), boundTo('token', { facts })))).toBe(expected);
});

test.each<[string, string, string, readonly unknown[]]>([
  ['token/expires-in', 'pass', 'expires_in', [1]],
  ['token/expires-in', 'fail', 'expires_in', [0, -1, 1.5, '3600']],
  [
    'token/scope-withheld',
    'fail',
    'scope',
    ['service:nbg', 'a  service:nbg', 'a, service:nbg', ['service:nbg']],
  ],
  ['token/scope-withheld', 'pass', 'scope', ['service:nbg-read', 7, undefined]],
])('%s, %s: %s %j', (id, kind, member, values) => {
  for (const value of values) {
    const judgement = monitorOf(token, id).judge?.(
      grant({ body: { ...body, [member]: value } }),
      boundTo('token'),
    );
    expect(judgement?.kind, `${value}`).toBe(kind);
  }
});

const at = Math.floor(answered().endedAt / 1000);

test.each<[judged: boolean, what: string, seconds: unknown, facts: TokenFacts]>([
  [true, 'a new token', 0, jws({ iat: at, exp: at + 3_600 })],
  [true, 'a new token that never was valid', 0, jws({ iat: at, exp: at })],
  [true, 'a cached token that ended a while ago', 0, jws({ iat: at - 3_600, exp: at - 60 })],
  [true, 'a cached token with time left', -1, jws({ iat: at - 3_590, exp: at + 10 })],
  [true, 'a cached token that ends now', -1, jws({ iat: at - 3_600, exp: at })],
  [false, 'a cached token that ends now', 0, jws({ iat: at - 3_600, exp: at })],
  [false, 'a token that the run has seen', 0, { form: 'jwe', header: {}, isRepeated: true }],
  [false, 'a token that the run has seen', -1, { form: 'jwe', header: {}, isRepeated: true }],
])('token/expires-in judges (%s) %s with %j', (isJudged, _what, seconds, facts) => {
  const one = grant({ body: { ...body, expires_in: seconds } }, facts);
  expect(monitorOf(token, 'token/expires-in').matches(one)).toBe(isJudged);
});

test.each<[string, object, unknown?, boolean?]>([
  ['pass', { exp: at + 3_600 }],
  ['pass', { exp: at + 3_540 }],
  ['pass', { exp: at + 3_660 }],
  ['pass', { iat: at - 3_600, exp: at }, 0],
  ['inconclusive', { iat: at, exp: at + 3_600 }, 0],
  ['other-lifetime', { exp: at + 3_539 }],
  ['other-lifetime', { exp: at + 3_662 }],
  ['other-lifetime', { exp: (at + 3_600) * 1000 }],
  ['no-exp', { exp: `${at + 3_600}` }],
  ['no-exp', {}],
  ['inconclusive', { exp: at + 3_600 }, 3_600, false],
  ['inconclusive', { exp: at + 3_600 }, '3600'],
])('token/expiry-claim, %s: %j', (expected, claims, seconds = 3_600, isDated = true) => {
  const headers = isDated ? [['Date', new Date(at * 1000).toUTCString()] as const] : [];
  expect(
    judged('token/expiry-claim', { headers, body: { ...body, expires_in: seconds } }, jws(claims)),
  ).toBe(expected);
});

test('token/expiry-claim is violated if there are no facts about the token', () => {
  expect(
    causeOf(monitorOf(token, 'token/expiry-claim').judge?.(answered({ body }), boundTo('token'))),
  ).toBe('no-exp');
});

test.each([
  ['pass', 'no-store'],
  ['pass', 'private , NO-STORE'],
  ['storable', 'no-cache'],
  ['storable', 'x-no-store'],
])('token/no-store, %s: %s', (expected, value) => {
  expect(judged('token/no-store', { headers: [['Cache-Control', value]] })).toBe(expected);
});
