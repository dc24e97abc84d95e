import { expect, test } from 'vitest';
import { judgeNoToken, judgeRefusalStatus } from '../../../suites/authentication/token-refusals.ts';
import { answered, type Given } from '../answered.ts';

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
