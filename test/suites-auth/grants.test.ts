import { describe, expect, test } from 'vitest';
import type { Monitor } from '../../engine/catalogue/check.ts';
import type { Answered, Request, TokenFacts } from '../../engine/index.ts';
import { token } from '../../suites/authentication/token.ts';
import { badCredentials, judgeNoToken, judgeRefusalStatus } from '../../suites/authentication/token-refusals.ts';
import { answered, type Given } from '../suites/answered.ts';
import { boundTo } from '../suites/asking.ts';

const monitor = (id: string) => token.requirements.find((one) => one.id === id) as Monitor;
const body = { access_token: 'x', token_type: 'Bearer', expires_in: 3_600, scope: 'service:nbg' };
const asked: Partial<Request> = {
  origin: 'token',
  method: 'POST',
  yields: 'token:scoped',
  headers: [['Content-Type', 'application/json']],
};
const jws: TokenFacts = { form: 'jws', header: {}, claims: {} };

/** An answer of the token endpoint to the well-formed request. */
function grant({ request, ...given }: Given = {}, facts: TokenFacts = jws): Answered {
  const one = answered({ body, ...given, request: { ...asked, ...request } });
  return { ...one, facts: { echoes: [], tokens: { 'token:scoped': facts } } };
}

const judged = (id: string, given: Given, facts?: TokenFacts) =>
  monitor(id).judge?.(grant(given, facts), boundTo('token')).kind;

describe('a grant', () => {
  const { matches } = monitor('token/type-bearer');

  test('is a success with an object, to the JSON request of a client', () => {
    expect(matches(grant())).toBe(true);
    expect(matches(grant({ request: { headers: [['content-type', 'application/json']] } }))).toBe(true);
  });

  test.each<[string, Given]>([
    ['a refusal', { status: 400 }],
    ['a list', { body: [body] }],
    ['an answer of the API', { request: { origin: 'api' } }],
    ['an answer to a form', { request: { headers: [['Content-Type', 'application/x-www-form-urlencoded']] } }],
    [
      'an answer to a header that only sounds alike',
      { request: { headers: [['X-Content-Type', 'application/json']] } },
    ],
    ['an answer to a header that begins alike', { request: { headers: [['Content-Type-X', 'application/json']] } }],
    ['one for another audience', { request: { yields: 'token:foreign-audience' } }],
  ])('is not %s', (_what, given) => {
    expect(matches(grant(given))).toBe(false);
  });

  test('is as well the other client’s, whose scope is for another row', () => {
    const other = grant({ request: { yields: 'token:unscoped' } });
    expect(matches(other)).toBe(true);
    expect(monitor('token/scope-granted').matches(other)).toBe(false);
  });

  test('to a request whose token is nobody’s is none', () => {
    const { yields: _nobody, ...request } = asked;
    expect(matches(answered({ body, request }))).toBe(false);
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
  'a refusal beside what %s provokes may be that of a client locked out: token/issued judges it: %s',
  (id, isJudged) => {
    const { matches } = monitor('token/issued');
    const beside = (given: Given) => {
      const one = grant(given);
      return matches({ ...one, key: { ...one.key, requirement: id, step: 'control-after' } });
    };
    expect(beside({ status: 401, body: { error: 'invalid_client' } })).toBe(isJudged);
    expect(beside({})).toBe(true);
  },
);

test.each<[string, object]>([
  ['held', {}],
  ['held', { scope: '' }],
  ['violated', { access_token: '' }],
  ['violated', { token_type: '' }],
  ['violated', { scope: ['service:nbg'] }],
  ['violated', { expires_in: null }],
  ['violated', { expires_in: undefined }],
  ['violated', { expires_in: '3600' }],
])('token/issued, %s: %j', (kind, changes) => {
  expect(judged('token/issued', { body: { ...body, ...changes } })).toBe(kind);
});

test.each<[string, unknown]>([
  ['held', 1],
  ['violated', 0],
  ['violated', -1],
  ['violated', 1.5],
  ['violated', '3600'],
])('token/expires-in, %s: %j', (kind, seconds) => {
  expect(judged('token/expires-in', { body: { ...body, expires_in: seconds } })).toBe(kind);
});

test('token/expiry-claim wants a number, in the token', () => {
  const at = answered().endedAt;
  const given = { headers: [['Date', new Date(at).toUTCString()]] as const, body };
  const claims = (exp: unknown) => ({ ...jws, claims: { exp } }) as TokenFacts;
  const exp = Math.floor(at / 1000) + 3_600;
  expect(judged('token/expiry-claim', given, claims(exp))).toBe('held');
  expect(judged('token/expiry-claim', given, claims(exp + 60))).toBe('held');
  expect(judged('token/expiry-claim', given, claims(exp + 62))).toBe('violated');
  expect(judged('token/expiry-claim', given, claims(String(exp)))).toBe('violated');
  expect(judged('token/expiry-claim', given, { ...jws, claims: {} } as TokenFacts)).toBe('violated');
  expect(monitor('token/expiry-claim').judge?.(answered(given), boundTo('token')).kind).toBe('violated');
});

test.each<[string, unknown]>([
  ['violated', 'service:nbg'],
  ['violated', 'a  service:nbg'],
  ['violated', 'a, service:nbg'],
  ['violated', ['service:nbg']],
  ['held', 'service:nbg-read'],
  ['held', 7],
  ['held', undefined],
])('token/scope-withheld, %s: %j', (kind, scope) => {
  expect(judged('token/scope-withheld', { body: { ...body, scope } })).toBe(kind);
});

test.each([
  ['held', 'no-store'],
  ['held', 'private , NO-STORE'],
  ['violated', 'no-cache'],
  ['violated', 'x-no-store'],
])('token/no-store, %s: %s', (kind, value) => {
  expect(judged('token/no-store', { headers: [['Cache-Control', value]] })).toBe(kind);
});

test.each<[string, Given]>([
  ['violated', { body: { access_token: 'x' } }],
  ['violated', { status: 500, body: { access_token: 'x' } }],
  ['held', { body: { access_token: '' } }],
  ['held', { body: { access_token: null } }],
  ['held', { status: 400, body: {} }],
  ['unanswered', { status: 500, body: {} }],
])('what has to be refused, %s: %j', (kind, given) => {
  expect(judgeNoToken(answered(given), 'a cause').kind).toBe(kind);
});

test.each([
  ['held', 400],
  ['held', 401],
  ['violated', 200],
  ['violated', 302],
  ['unanswered', 500],
])('the status of a refusal, %s: %i', (kind, status) => {
  expect(judgeRefusalStatus(answered({ status })).kind).toBe(kind);
});

test.each<[string, string, boolean]>([
  ['the secret in capitals', '6f1d2c3b-aaaa-4bbb-8ccc-0123456789ab', false],
  ['the secret in capitals', 'S3cret', true],
  ['two characters after the secret', 'c2VjcmV0IQ==', false],
  ['two characters after the secret', 'S3cret', true],
])('%s, of %s, is sent where it is another secret: %s', (label, secret, isSent) => {
  const { boundary } = badCredentials.cases(boundTo('token'));
  const { proof } = boundary.find((one) => one.label === label) ?? {};
  const wire = { path: '/token', header: () => undefined, body: undefined, resolved: () => secret };
  expect(proof?.(wire)).toBe(isSent);
});
