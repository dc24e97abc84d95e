import { describe, expect, test } from 'vitest';
import {
  type Bound,
  documentedSuccess,
  type Monitor,
  type Request,
  undocumentedSuccess,
  withHeader,
} from '../../../engine/index.ts';
import { ok as summariesOk } from '../../../suites/daily-summaries/summaries.ts';
import { answered, type Given } from '../../suites/answered.ts';
import { apiError } from '../../suites/api-error.ts';
import { boundTo, causeOf } from '../../suites/asking.ts';
import { saidBy } from '../../suites/said.ts';

const ok = undocumentedSuccess({ id: 'cash/ok', path: '/cash', rule: '' });
const bound = boundTo('cash');
const pinned = { endpoint: { ...bound.endpoint, responseSchema: { required: ['data'] } } };

const asked = (given: Given, change: (request: Request) => Request = (same) => same) =>
  answered({ ...given, request: change(bound.wellFormed()), requirement: 'user/isolation' });

test.each<[string, ReturnType<typeof asked>, boolean]>([
  ['a delivered answer of the run', asked({ body: {} }), true],
  [
    'what the second user gets',
    asked({ body: {} }, (one) => withHeader(one, 'x-user-id', '{{user:second}}')),
    true,
  ],
  [
    'what it requested itself',
    { ...asked({ body: {} }), key: { ...asked({}).key, requirement: 'cash/ok' } },
    false,
  ],
  ['a refusal', asked({ status: 404 }), false],
  [
    'what a malformed user gets',
    asked({ body: {} }, (one) => withHeader(one, 'x-user-id', 'nobody')),
    false,
  ],
  ['another endpoint', asked({ body: {} }, (one) => ({ ...one, path: '/portfolios' })), false],
])('judged or not: %s', (_what, answer, expected) => {
  expect(ok.matches(answer)).toBe(expected);
});

test.each<[string, Given, string]>([
  ['conforms to what is pinned', { body: { data: 1 } }, 'pass'],
  ['lacks a member that is pinned', { body: {} }, 'fail'],
  [
    'is a disguised error',
    { body: { status: 404, error: { message: 'a' }, responseId: 'b' } },
    'fail',
  ],
  ['is no JSON, which is for another row to say', { body: '<p>' }, 'inconclusive'],
  ['has no content, and need not', { status: 204 }, 'pass'],
])('a response that %s', (_what, given, kind) => {
  expect(ok.judge?.(asked(given), { ...bound, ...pinned }).kind).toBe(kind);
});

test.each<[string, Given, Partial<Bound['endpoint']>, string, string]>([
  ['refused', { status: 304 }, {}, 'is refused', 'a 2xx status'],
  ['refused', { status: 304 }, { statuses: [200, 204] }, 'is refused', 'status 200 or 204'],
  ['other-success', {}, { statuses: [204] }, 'another success status', 'status 204'],
  [
    'error-as-success',
    { body: { status: 404, error: { message: 'a' }, responseId: 'b' } },
    {},
    'an error with a success status',
    'data, or the status 404 that the ApiError states',
  ],
])('a well-formed request is %s: %j', (cause, given, endpoint, title, expected) => {
  const judgement = ok.judge?.(asked(given), {
    ...bound,
    endpoint: { ...bound.endpoint, ...endpoint },
  });
  expect(causeOf(judgement)).toBe(cause);
  expect(saidBy(ok, judgement)).toMatchObject({
    title: expect.stringContaining(title),
    expected,
  });
});

test.each<[string, Given, string]>([
  ['refused', { status: 206, body: {} }, 'a well-formed request is refused'],
  ['error-as-success', { body: apiError(404).body }, 'an error has a success status'],
])('a response whose shape is shown is %s', (cause, given, title) => {
  const judgement = summariesOk.judge?.(answered(given), boundTo('summaries'));
  expect(causeOf(judgement)).toBe(cause);
  expect(saidBy(summariesOk, judgement)).toMatchObject({
    title,
    expected: expect.stringMatching(/^200 with/),
  });
});

test('a caller adds causes of its own', () => {
  const own = documentedSuccess({
    ...{ id: 'cash/ok', path: '/cash', rule: '', section: '', expected: 'a list' },
    titles: { 'no-list': 'no list' },
    whatIsWrong: (body) => (body?.['data'] ? undefined : 'no-list'),
  });
  const came = [{}, { data: [] }].map((body) => asked({ body }));
  const judged = came.map((one) => own.judge?.(one, bound));
  expect(judged.map(causeOf)).toEqual(['no-list', 'pass']);
  expect(saidBy(own, judged[0], came[0])).toMatchObject({
    title: 'no list',
    actual: '200 application/json: {}',
  });
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

  test.each([400, 404, 405, 406, 409, 410, 415, 422])(
    'must not refuse one user after the other with %i',
    (status) => {
      expect([judged(status, 'served-before'), judged(status)]).toEqual(['fail', 'not judged']);
    },
  );

  test.each([401, 403, 408, 429, 500, 503])('can have other reasons for a %i', (status) => {
    expect(judged(status, 'served-before')).toBe('not judged');
  });
});
