import { describe, expect, test } from 'vitest';
import { sentHeader } from '../../../engine/index.ts';
import { auth } from '../../../suites/every-endpoint/auth.ts';
import { judgeBeforeEffects } from '../../../suites/every-endpoint/auth-refusals.ts';
import { answered } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { boundTo } from '../asking.ts';
import { monitorOf } from '../recorded.ts';

const [challenge, effects] = [monitorOf(auth, 'auth/challenge'), monitorOf(auth, 'auth/before-effects')];

test.each([
  [401, true, true],
  [403, false, true],
  [404, false, false],
])('a %i of the API is judged by auth/challenge: %s, and auth/before-effects: %s', (status, isChallenge, isEffect) => {
  expect(challenge.matches(answered({ status }))).toBe(isChallenge);
  expect(effects.matches(answered({ status }))).toBe(isEffect);
  for (const one of [challenge, effects])
    expect(one.matches(answered({ status, request: { origin: 'token' } }))).toBe(false);
  for (const method of ['HEAD', 'OPTIONS'])
    expect(challenge.matches(answered({ status, request: { method } }))).toBe(false);
});

test('auth/challenge requests a refusal only from endpoints that do not write', () => {
  const probes = (name: string) => challenge.probes?.(boundTo(name)) ?? [];
  expect(probes('cash').map((request) => sentHeader(request, 'authorization'))).toEqual([[]]);
  expect([probes('address'), probes('orders')]).toEqual([[], []]);
});

describe('auth/before-effects', () => {
  const error = apiError(401).body as object;

  test.each<[string, string, unknown]>([
    ['pass', 'an ApiError', error],
    ['pass', 'empty and null members', { ...error, data: [], app: null, email: [] }],
    ['pass', 'an object about the error', { ...error, data: { traceId: 'x', timestamp: 1 } }],
    ['pass', 'strings', { ...error, email: 'support@example.org', data: 'none' }],
    ['pass', 'a list of messages', { ...error, data: [{ code: 1, message: 'no' }, 'no'] }],
    ['pass', 'what was required', { ...error, data: { requiredScopes: ['a'], retryable: true } }],
    ['pass', 'the build', { ...error, app: { name: 'api', build: '1.2' }, email: { support: 'a@b.c' } }],
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
