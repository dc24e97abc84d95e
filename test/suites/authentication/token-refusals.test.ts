import { expect, test } from 'vitest';
import { badCredentials, judgeNoToken, judgeRefusalStatus } from '../../../suites/authentication/token-refusals.ts';
import { answered, type Given } from '../answered.ts';
import { boundTo } from '../asking.ts';
import { casesOf } from '../recorded.ts';

test.each<[string, Given]>([
  ['violated', { body: { access_token: 'x' } }],
  ['violated', { status: 401, body: { access_token: '{{token:x}}' } }],
  ['violated', { status: 500, body: { access_token: 'x' } }],
  ['held', { body: { access_token: '' } }],
  ['held', { body: { access_token: null } }],
  ['held', { body: { error: 'invalid_client' } }],
  ['held', { status: 400, body: {} }],
  ['unanswered', { status: 500, body: {} }],
])('a request that has to be refused, %s: %j', (kind, given) => {
  expect(judgeNoToken(answered(given), 'a cause').kind).toBe(kind);
});

test.each([
  ['held', [400, 401]],
  ['violated', [200, 302]],
  ['unanswered', [500]],
])('token/refusal-status, %s: %j', (kind, statuses) => {
  for (const status of statuses) expect(judgeRefusalStatus(answered({ status })).kind).toBe(kind);
});

test.each([
  ['the secret in capitals', '6f1d2c3b-aaaa-4bbb-8ccc-0123456789ab', false],
  ['the secret in capitals', 'S3cret', true],
  ['two characters after the secret', 'c2VjcmV0IQ==', false],
  ['two characters after the secret', 'S3cret', true],
])('%s, of %s, is sent if it is another secret: %s', (label, secret, isSent) => {
  const { proof } =
    casesOf(badCredentials, boundTo('token', { depth: 'deep' })).find((one) => one.label === label) ?? {};
  expect(proof?.({ path: '/token', header: () => undefined, body: undefined, resolved: () => secret })).toBe(isSent);
});
