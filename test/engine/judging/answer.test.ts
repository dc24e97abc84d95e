import { describe, expect, test } from 'vitest';
import { say } from '../../../engine/exchange/sentence.ts';
import {
  alsoInRun,
  disguisedError,
  type Exchange,
  emptyProfile,
  judgePositive,
  type Monitor,
  outOfReach,
  type Profile,
  type Request,
  sentHeader,
  takenBy,
  wholeRun,
  withoutQuoted,
} from '../../../engine/index.ts';
import {
  headerLines,
  isApiError,
  isJsonMediaType,
  isRefusal,
  isServerError,
  isSuccess,
  json,
  mediaType,
  pass,
} from '../../../engine/judging/answer.ts';
import { isProper, wentTo } from '../../../engine/judging/positive.ts';
import { statusOr } from '../../../engine/judging/violation.ts';
import { notifications } from '../../../suites/notification-settings/notifications.ts';
import { inWords } from '../../in-words.ts';
import { answered, type Given, withHeaders } from '../../suites/answered.ts';
import { apiError } from '../../suites/api-error.ts';
import { boundTo, exchangeOf, silence } from '../../suites/asking.ts';
import { failed } from '../failed.ts';

const withBody = (body: ReturnType<typeof answered>['answer']['body']) => {
  const { answer, ...sent } = answered();
  return { ...sent, answer: { ...answer, body } };
};

test('a judgement has a note only if one is given', () => {
  expect(pass()).toStrictEqual({ kind: 'pass' });
  expect(inWords(pass(say`of a kind`))).toStrictEqual({ kind: 'pass', note: 'of a kind' });
});

test('the values of a header are the trimmed values of all its lines', () => {
  const lines = Object.entries({ Vary: ' a ', x: 'y', VARY: 'b\t' });
  expect(headerLines(answered({ headers: lines }), 'vary')).toEqual(['a', 'b']);
});

describe('a body as JSON', () => {
  test.each([
    ['it is empty', { size: 0, text: '' }],
    ['it is not valid UTF-8', { size: 1, base64: '6Q==' }],
    ['the gzip is broken', { size: 9, text: '{}', undecodable: 'the gzip is broken' }],
    [expect.not.stringContaining('position'), { size: 1, text: '{' }],
  ])('%s', (error, body) => {
    // A new body, because parsed bodies are cached.
    expect(json(withBody({ ...body }))).toEqual({ error });
  });

  test('is parsed once', () => {
    const one = answered({ body: { data: [] } });
    expect(json(one)).toBe(json(one));
    expect(json(one)).toEqual({ value: { data: [] } });
  });
});

test.each([
  ['application/json', 'application/json;charset=utf-8', true],
  ['application/json', ' Application/JSON ; charset=utf-8', true],
  ['application/hal+json', 'application/hal+json', true],
  ['application/hal+json2', 'application/hal+json2', false],
  ['text/html', 'text/html', false],
  ['a b/c+json', 'a b/c+json', false],
  ['', ';', false],
])('the media type %s of %s', (type, value, isJson) => {
  expect(mediaType(answered({ headers: [['Content-Type', value]] }))).toBe(type);
  expect(isJsonMediaType(type)).toBe(isJson);
});

test('a missing media type is not JSON', () => {
  expect(mediaType(answered({ headers: [] }))).toBeUndefined();
  expect(isJsonMediaType(undefined)).toBe(false);
});

test.each<[body: object, isOne: boolean]>([
  [apiError(404).body as object, true],
  [[apiError(404).body], false],
  ...[
    { status: '404' },
    { status: 404.5 },
    { error: null },
    { error: { message: 7 } },
    { responseId: 7 },
    { responseId: undefined },
  ].map((changes): [object, boolean] => [{ ...(apiError(404).body as object), ...changes }, false]),
])('%j is an ApiError: %j', (body, isOne) => {
  expect(isApiError(answered({ body }))).toBe(isOne);
});

test.each([
  [199, false, false, false],
  [200, true, false, false],
  [299, true, false, false],
  [300, false, false, false],
  [399, false, false, false],
  [400, false, true, false],
  [429, false, false, false],
  [499, false, true, false],
  [500, false, false, true],
])('%i is a success (%j), a refusal (%j), a failure (%j)', (status, success, refusal, failure) => {
  const one = withHeaders({}, { status });
  expect([isSuccess(one), isRefusal(one), isServerError(one)]).toEqual([success, refusal, failure]);
});

test.each([
  ['pass', 404],
  ['fail', 400],
  ['fail', 200],
  ['inconclusive', 500],
])('with one required status, the judgement is %s for %i', (kind, status) => {
  expect(statusOr(answered({ status }), 404, failed('another status')).kind).toBe(kind);
});

const error = (status: unknown) => ({ ...(apiError(400).body as object), status });

test.each([
  [200, error(400), 400],
  [204, error(599), 599],
  [299, { ...error(401), data: [] }, 401],
  [200, error(399), undefined],
  [200, error(600), undefined],
  [200, error('401'), undefined],
  [200, { ...error(401), error: null }, undefined],
  [200, [error(401)], undefined],
  [200, { status: 401 }, undefined],
  [401, error(401), undefined],
  [302, error(401), undefined],
])('a %i with %j states the status %s', (status, body, stated) => {
  expect(disguisedError(answered({ status, body }))).toBe(stated);
});

test.each([
  [['application/json', 'text/html'], 'text/html'],
  [['text/html', 'application/json'], 'text/html'],
  [['application/json;a=b,TEXT/HTML; c=d'], 'text/html'],
  [['application/json', 'Application/Problem+JSON'], 'application/json'],
  [['', 'application/json'], 'application/json'],
  [[',application/json,'], 'application/json'],
  [['', ' '], ''],
  [['application/json;p="a,text/html"'], 'application/json'],
  [['application/json;p="a\\",text/html"'], 'application/json'],
  [['application/json;p="a,text/html'], 'application/json'],
])('of the Content-Type lines %j, %s counts', (lines, type) => {
  expect(
    mediaType(answered({ headers: lines.map((line) => ['Content-Type', line] as const) })),
  ).toBe(type);
});

test.each([
  ['a="b,c", d', 'a="", d'],
  ['a="b\\",c", d', 'a="", d'],
  ['a="b, c', 'a=""'],
  ['a="b\\', 'a=""'],
  ['a""b', 'a""b'],
])('%s without quoted text is %s', (value, rest) => {
  expect(withoutQuoted(value)).toBe(rest);
});

test.each([
  ['"\\', 200_000, 2],
  ['"', 400_001, 400_002],
  ['\\"', 200_000, 3],
])('hostile quotation marks are read in linear time: %s', (part, times, left) => {
  expect(withoutQuoted(part.repeat(times))).toHaveLength(left);
});

test.each<[string, ...(Given | Exchange)[]]>([
  ['accepted', { status: 204 }],
  ['refused', apiError(400)],
  [
    'unclear',
    { status: 302 },
    { status: 429 },
    { status: 503 },
    { status: 500 },
    silence('timeout'),
  ],
])('an update is %s', (taken, ...all) => {
  for (const given of all) expect(takenBy(exchangeOf(given)), JSON.stringify(given)).toBe(taken);
});

const kinds = (given: Given, pinned: Partial<ReturnType<typeof boundTo>['endpoint']> = {}) => {
  const bound = boundTo('cash');
  return judgePositive(answered(given), {
    ...bound,
    endpoint: { ...bound.endpoint, ...pinned },
  }).map(({ kind }) => kind);
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
  if (expected) expect(inWords(why)).toMatch(expected);
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
const headers = (
  token: string,
  user: string,
  ...more: Request['headers']
): Pick<Request, 'headers'> => ({
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
  [
    false,
    'with a forged token',
    headers('Bearer {{token:scoped|signature-altered}}', '{{user:first}}'),
  ],
  [false, 'with text after the token', headers(`${bearer} x`, '{{user:first}}')],
  [false, 'with text before the scheme', headers(`x ${bearer}`, '{{user:first}}')],
  [false, 'with a malformed user', headers(bearer, '{{user:first|upper}}')],
  [false, 'with text before the user', headers(bearer, 'x{{user:first}}')],
  [false, 'with text after the user', headers(bearer, '{{user:first}}x')],
  [false, 'for a foreign user', headers(bearer, '{{user:foreign}}')],
  [false, 'with two tokens', headers(bearer, '{{user:first}}', ['authorization', bearer])],
  [false, 'with two users', headers(bearer, '{{user:first}}', ['X-User-Id', '{{user:first}}'])],
  [
    false,
    'with two tokens under one name',
    headers(bearer, '{{user:first}}', ['Authorization', bearer]),
  ],
  [
    false,
    'with two users under one name',
    headers(bearer, '{{user:first}}', ['x-user-id', '{{user:second}}']),
  ],
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
  expect(
    alsoInRun(({ name }) => name === 'cash')({ ...boundTo('cash').endpoint, ...changes }),
  ).toBe(isMeant);
});
