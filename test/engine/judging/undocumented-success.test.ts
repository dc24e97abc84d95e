import { describe, expect, test } from 'vitest';
import { type Monitor, type Request, undocumentedSuccess, withHeader } from '../../../engine/index.ts';
import { ok as summariesOk } from '../../../suites/daily-summaries/shape.ts';
import { answered, type Given } from '../../suites/answered.ts';
import { boundTo } from '../../suites/asking.ts';

const ok = undocumentedSuccess({ id: 'cash/ok', path: '/cash', rule: '', section: '' });
const bound = boundTo('cash');
const pinned = { ...bound, endpoint: { ...bound.endpoint, responseSchema: { required: ['data'] } } };

const asked = (given: Given, change: (request: Request) => Request = (same) => same) =>
  answered({ ...given, request: change(bound.wellFormed()), requirement: 'user/isolation' });

test.each<[string, ReturnType<typeof asked>, boolean]>([
  ['a delivered answer of the run', asked({ body: {} }), true],
  ['what the second user gets', asked({ body: {} }, (one) => withHeader(one, 'x-user-id', '{{user:second}}')), true],
  ['what it requested itself', { ...asked({ body: {} }), key: { ...asked({}).key, requirement: 'cash/ok' } }, false],
  ['a refusal', asked({ status: 404 }), false],
  ['what a malformed user gets', asked({ body: {} }, (one) => withHeader(one, 'x-user-id', 'nobody')), false],
  ['another endpoint', asked({ body: {} }, (one) => ({ ...one, path: '/portfolios' })), false],
])('judged or not: %s', (_what, answer, expected) => {
  expect(ok.matches(answer)).toBe(expected);
});

test.each<[string, Given, string]>([
  ['conforms to what is pinned', { body: { data: 1 } }, 'pass'],
  ['lacks a member that is pinned', { body: {} }, 'fail'],
  ['is a disguised error', { body: { status: 404, error: { message: 'a' }, responseId: 'b' } }, 'fail'],
  ['is no JSON, which is for another row to say', { body: '<p>' }, 'inconclusive'],
  ['has no content, and need not', { status: 204 }, 'pass'],
])('a response that %s', (_what, given, kind) => {
  expect(ok.judge?.(asked(given), pinned).kind).toBe(kind);
});

test('any delivered response passes if nothing is pinned', () => {
  expect(ok.judge?.(asked({ body: {} }), bound).kind).toBe('pass');
});

describe.each<[string, Monitor, string]>([
  ['whose shape is not shown', ok, '/cash'],
  ['whose shape is shown', summariesOk, '/daily-summaries'],
])('an endpoint %s', (_what, monitor, path) => {
  const judged = (status: number, purpose?: Request['purpose']) => {
    const request = { path, ...(purpose && { purpose }) };
    const refused = answered({ status, requirement: 'user/isolation', request });
    return monitor.matches(refused) ? monitor.judge?.(refused, boundTo('cash')).kind : 'not judged';
  };

  test.each([400, 404, 405, 406, 409, 410, 415, 422])('must not refuse one user after the other with %i', (status) => {
    expect([judged(status, 'served-before'), judged(status)]).toEqual(['fail', 'not judged']);
  });

  test.each([401, 403, 408, 429, 500, 503])('can have other reasons for a %i', (status) => {
    expect(judged(status, 'served-before')).toBe('not judged');
  });
});
