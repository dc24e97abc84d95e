import { expect, test } from 'vitest';
import { judgeNoToken, judgeRefusalStatus } from '../../../suites/authentication/token-refusals.ts';
import { answered, type Given } from '../answered.ts';

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
  expect(judgeNoToken(answered(given), 'a cause').kind).toBe(kind);
});

test.each([
  ['pass', [400, 401]],
  ['fail', [200, 302]],
  ['inconclusive', [500]],
])('token/refusal-status, %s: %j', (kind, statuses) => {
  for (const status of statuses) expect(judgeRefusalStatus(answered({ status })).kind).toBe(kind);
});
