import { expect, test } from 'vitest';
import {
  alsoInRun,
  emptyProfile,
  judgePositive,
  type Monitor,
  outOfReach,
  type Profile,
  type Request,
  sentHeader,
  wholeRun,
} from '../../../engine/index.ts';
import { isProper, wentTo } from '../../../engine/judging/positive.ts';
import { notifications } from '../../../suites/notification-settings/notifications.ts';
import { answered, type Given } from '../../suites/answered.ts';
import { apiError } from '../../suites/api-error.ts';
import { boundTo } from '../../suites/asking.ts';

const kinds = (given: Given, pinned: Partial<ReturnType<typeof boundTo>['endpoint']> = {}) => {
  const bound = boundTo('cash');
  return judgePositive(answered(given), { ...bound, endpoint: { ...bound.endpoint, ...pinned } }).map(
    ({ kind }) => kind,
  );
};
const schema = { type: 'object', required: ['data'] };

test.each<[readonly string[], Given, Parameters<typeof kinds>[1]]>([
  [['pass', 'observed'], { body: [] }, {}],
  [['pass', 'observed'], { status: 204, body: '' }, {}],
  [['pass', 'observed'], { status: 201, body: {} }, { statuses: [200, 201] }],
  [['fail'], { status: 200, body: {} }, { statuses: [201] }],
  [['pass', 'observed'], { body: { data: 1 } }, { responseSchema: schema }],
  [['fail', 'observed'], { body: {} }, { responseSchema: schema }],
  [['fail', 'observed'], { body: '' }, { responseSchema: schema }],
  [['pass', 'observed'], { status: 204, body: '' }, { responseSchema: schema }],
  [['pass', 'observed'], { status: 205, body: '' }, { responseSchema: schema }],
  [['inconclusive'], { body: '<html>' }, { responseSchema: schema }],
  [['inconclusive'], apiError(404), {}],
  [['fail'], apiError(400), {}],
  [['inconclusive'], { status: 500 }, {}],
])('%j: %j, pinned %j', (expected, given, pinned) => {
  expect(kinds(given, pinned)).toEqual(expected);
});

test.each<[string, number, Partial<Profile>, RegExp | undefined]>([
  ['address', 422, {}, /profile\.addresses/],
  ['orders', 409, {}, /profile\.order\b/],
  ['orders', 404, { order: { isin: 'x' } }, /profile\.order\b/],
  ['orders', 400, {}, undefined],
  ['guides', 422, {}, undefined],
  ['cash', 409, {}, undefined],
  ['cash', 404, {}, /may not exist/],
  ['address', 403, {}, /may require a scope/],
  ['address', 403, { scopes: { 'PATCH /users/me/address': ['a'] } }, undefined],
  ['guides', 403, {}, undefined],
])('%s refused with %i', (name, status, profile, expected) => {
  const bound = { ...boundTo(name), profile: { ...emptyProfile, ...profile } };
  const why = outOfReach(answered(apiError(status)), bound);
  if (expected) expect(why).toMatch(expected);
  else expect(why).toBeUndefined();
});

test('a refusal without an ApiError is never excused', () => {
  expect(outOfReach(answered({ status: 422, body: 'no' }), boundTo('address'))).toBeUndefined();
});

test.each<[string, Given]>([
  ['pass', { body: {} }],
  ['fail', { body: [] }],
  ['fail', apiError(400)],
  ['fail', { status: 206, body: {} }],
  ['inconclusive', { body: '<html>' }],
  ['inconclusive', { status: 500, body: {} }],
  ['inconclusive', apiError(403)],
])('the outcome of a specified endpoint is %s for %j', (kind, given) => {
  const ok = notifications.requirements.find(({ id }) => id === 'notifications/ok') as Monitor;
  expect(ok.judge?.(answered(given), boundTo('notifications')).kind).toBe(kind);
});

const path = '/learn/learning-guides';
const route = { method: 'GET', path };
const headers = (token: string, user: string, ...more: Request['headers']): Pick<Request, 'headers'> => ({
  headers: [['Authorization', token], ['x-user-id', user], ...more],
});
const bearer = 'Bearer {{token:scoped}}';

test.each<[isSo: boolean, what: string, Partial<Request>]>([
  [true, 'unchanged', {}],
  [true, 'for the second user', headers(bearer, '{{user:second}}')],
  [true, 'with the scheme in another case', headers('BEARER   {{token:scoped}}', '{{user:first}}')],
  [true, 'with further headers', headers(bearer, '{{user:first}}', ['Accept', '*/*'])],
  [false, 'to the token endpoint', { origin: 'token' }],
  [false, 'by bytes of our own', { wire: 'raw' }],
  [false, 'by another method', { method: 'POST' }],
  [false, 'to another path', { path: '/cash' }],
  [false, 'with a query', { path: `${path}?a=1` }],
  [false, 'without a token', { headers: [['x-user-id', '{{user:first}}']] }],
  [false, 'without a user', { headers: [['Authorization', bearer]] }],
  [false, 'with another token', headers('Bearer {{token:unscoped}}', '{{user:first}}')],
  [false, 'with a forged token', headers('Bearer {{token:scoped|signature-altered}}', '{{user:first}}')],
  [false, 'with text after the token', headers(`${bearer} x`, '{{user:first}}')],
  [false, 'with text before the scheme', headers(`x ${bearer}`, '{{user:first}}')],
  [false, 'with a malformed user', headers(bearer, '{{user:first|upper}}')],
  [false, 'with text before the user', headers(bearer, 'x{{user:first}}')],
  [false, 'with text after the user', headers(bearer, '{{user:first}}x')],
  [false, 'for a foreign user', headers(bearer, '{{user:foreign}}')],
  [false, 'with two tokens', headers(bearer, '{{user:first}}', ['authorization', bearer])],
  [false, 'with two users', headers(bearer, '{{user:first}}', ['X-User-Id', '{{user:first}}'])],
  [false, 'with two tokens under one name', headers(bearer, '{{user:first}}', ['Authorization', bearer])],
  [false, 'with two users under one name', headers(bearer, '{{user:first}}', ['x-user-id', '{{user:second}}'])],
])('well-formed is %j for a request %s', (isSo, _what, request) => {
  expect(isProper(answered({ request }), route)).toBe(isSo);
});

test.each<[Partial<Request>, boolean]>([
  [{}, true],
  [{ path: `${path}?a=1`, headers: [] }, true],
  [{ path: '/cash' }, false],
  [{ method: 'POST' }, false],
  [{ origin: 'token' }, false],
])('%j goes to the endpoint: %j', (request, isSo) => {
  expect(wentTo(answered({ request }), 'GET', path)).toBe(isSo);
});

test('a sent header value is trimmed', () => {
  const { request } = answered({ request: { headers: [['X-Probe', [' a', ' ']]] } });
  expect(sentHeader(request, 'x-probe')).toEqual(['a']);
});

test.each([
  [{}, true],
  [{ name: 'run', id: wholeRun }, true],
  [{ name: 'guides' }, false],
])('a filter for one endpoint matches the whole run too: %j', (changes, isMeant) => {
  expect(alsoInRun(({ name }) => name === 'cash')({ ...boundTo('cash').endpoint, ...changes })).toBe(isMeant);
});
