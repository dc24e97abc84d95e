import { expect, test } from 'vitest';
import { fail } from '../../../engine/index.ts';
import { token } from '../../../suites/authentication/token.ts';
import {
  carriesToken,
  judgeNoToken,
  refusalStatus,
} from '../../../suites/authentication/token-refusals.ts';
import { answered, type Given } from '../answered.ts';
import { boundTo, causeOf } from '../asking.ts';
import { casesOf, checkOf } from '../recorded.ts';
import { saidBy } from '../said.ts';

test.each<[string, Given]>([
  ['fail', { body: { access_token: 'x' } }],
  ['fail', { status: 401, body: { access_token: '{{token:x}}' } }],
  ['fail', { status: 500, body: { access_token: 'x' } }],
  ['pass', { body: { access_token: '' } }],
  ['pass', { body: { access_token: null } }],
  ['pass', { body: { error: 'invalid_client' } }],
  ['pass', { status: 400, body: {} }],
  ['inconclusive', { status: 500, body: {} }],
])('a request that has to be refused, %s: %j', (kind, given) => {
  expect(judgeNoToken(answered(given), fail('issued')).kind).toBe(kind);
});

test.each([
  ['pass', [400, 401]],
  ['fail', [200, 302]],
  ['inconclusive', [500]],
])('token/refusal-status, %s: %j', (kind, statuses) => {
  for (const status of statuses)
    expect(refusalStatus.judge?.(answered({ status }), boundTo('token')).kind).toBe(kind);
});

const jwt = '{{jwt}}';

test.each<[boolean, unknown]>([
  [true, { access_token: 'opaque' }],
  [true, [{ legacy: { access_token: 7 } }]],
  [true, { accessToken: jwt }],
  [true, { token: `Bearer ${jwt}` }],
  [true, { error_description: `said {"access_token":"${jwt}"}` }],
  [true, jwt],
  [true, JSON.stringify(jwt)],
  [true, ` Bearer ${jwt} `],
  [true, 'access_token=abc&token_type=bearer'],
  [true, 'token_type=bearer&access_token=abc'],
  // An unknown token may share parts with the run's tokens. Only these parts are redacted.
  [true, { token: '{{token:scoped}}YjBi{{token:scoped}}u8wt' }],
  [false, { error: 'invalid_client' }],
  [false, { access_token: null, legacy: { access_token: '' } }],
  [false, { csrf_token: jwt, mfa_token: jwt, trace: jwt }],
  [false, { error_description: 'no access_token: the client is unknown' }],
  [false, 'no access_token=x for you'],
  [false, `no-bearer ${jwt}`],
  [false, `your bearer ${jwt}`],
  [false, '<h1>400</h1>'],
])('a refusal contains a token (%s): %j', (expected, body) => {
  expect(carriesToken(answered({ status: 400, body }))).toBe(expected);
});

test.each([
  [true, 'Location', `https://a.example/#access_token=${jwt}`],
  [false, 'Location', `https://a.example/?state=${jwt}`],
  [false, 'Set-Cookie', `lb=${jwt}`],
])('a refusal contains a token in a header (%s): %s: %s', (expected, name, value) => {
  expect(carriesToken(answered({ status: 400, headers: [[name, value]] }))).toBe(expected);
});

test('a lenient parser is named with what it accepts', () => {
  const extensions = checkOf(token, 'token/json-extensions');
  const [sent] = casesOf(extensions, boundTo('token'));
  const came = answered({ body: { access_token: 'x' }, request: sent?.request ?? {} });
  const judgement = extensions.judge(came, undefined, boundTo('token'));
  expect(causeOf(judgement)).toBe('issued:text after the object');
  expect(saidBy(extensions, judgement, came)).toMatchObject({
    title: 'a body with text after the object gets a token',
    expected: expect.stringMatching(/^a response without access_token \(Jackson 2 .*\)$/),
  });
});
