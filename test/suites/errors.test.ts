import { describe, expect, test } from 'vitest';
import type { Monitor } from '../../engine/index.ts';
import { errors, judgeMethod, judgeUnknownRoute } from '../../suites/every-endpoint/errors.ts';
import { answered, type Given } from './answered.ts';
import { boundTo } from './asking.ts';

const error = {
  status: 401,
  error: { message: 'Bearer token missing', description: null },
  responseId: '8f14e45f-ceea-467f-a9e0-4d6a2b0c9f11',
};
const html: Given['headers'] = [['Content-Type', 'text/html; charset=utf-8']];

/** The ids of the monitors that object. */
function objecting(given: Given): string[] {
  const exchange = answered({ status: 401, ...given });
  return errors.requirements.flatMap((requirement) => {
    if (requirement.kind !== 'monitor' || !requirement.matches(exchange)) return [];
    const { judge } = requirement as Monitor;
    return judge?.(exchange, boundTo('cash')).kind === 'violated' ? [requirement.id] : [];
  });
}

test.each<[string, Given]>([
  ['as specified', { body: error }],
  ['without a description', { body: { ...error, error: { message: 'no' } } }],
  ['with further members', { body: { ...error, code: 7, error: { ...error.error, path: '/x' } } }],
  ['with an uppercase UUID', { body: { ...error, responseId: error.responseId.toUpperCase() } }],
  ['with a version 7 UUID', { body: { ...error, responseId: '01890a5d-ac96-774b-bcce-b302099a8057' } }],
  ['with the status as 401.0', { body: JSON.stringify(error).replace('401', '401.0') }],
  ['after a byte order mark', { body: `\uFEFF${JSON.stringify(error)}` }],
  ['as application/problem+json', { body: error, headers: [['content-type', 'application/problem+json']] }],
  ['with charset', { body: error, headers: [['Content-Type', 'Application/JSON;charset=utf-8']] }],
  ['in Arabic', { body: { ...error, error: { message: 'غير مصرح' } } }],
  ['a message of one sign', { body: { ...error, error: { message: '!' } } }],
  ['a 413 of the HTTP layer', { status: 413, body: '<html>', headers: html }],
  ['a 431 of the HTTP layer', { status: 431, body: '' }],
  ['a 429', { status: 429, body: 'slow down', headers: html }],
  ['a 503', { status: 503, body: 'later', headers: html }],
  [
    'a 400 to bytes beyond ASCII',
    { status: 400, body: '', request: { headers: [['x-user-id', new Uint8Array([0xe9])]] } },
  ],
  ['a 400 to text beyond ASCII', { status: 400, body: '', request: { headers: [['x-user-id', 'é']] } }],
  [
    'a 400 to a look-alike',
    { status: 400, body: '', request: { headers: [['x', { symbol: 'user:first', forge: 'fullwidth' }]] } },
  ],
  ['a 400 to bytes that are no HTTP', { status: 400, body: '', request: { wire: 'raw' } }],
  ['a 400 to a target that is no URI', { status: 400, body: '', request: { path: '/cash?a=%zz' } }],
  ['a 404 to the other path of the guide', { status: 404, body: '', requirement: 'run/setup', step: 'path' }],
  ['a 200', { status: 200, body: '<html>', headers: html }],
  ['an answer of the token endpoint', { body: 'error=no', request: { origin: 'token' } }],
  ['a 403 to OPTIONS', { status: 403, body: '<html>', headers: html, request: { method: 'OPTIONS' } }],
  ['a 401 to HEAD', { body: '', request: { method: 'HEAD' } }],
  [
    'a 403 of a firewall to an odd field',
    { status: 403, body: '<html>', headers: html, requirement: 'http/no-server-error', step: 'field-1' },
  ],
  ['unknown routes', { status: 404, body: '', requirement: 'errors/unknown-route' }],
  ['unknown methods', { status: 405, body: '', requirement: 'errors/method' }],
  ['protocol violations', { status: 400, body: '', requirement: 'http/protocol-violations' }],
  ['large input', { status: 400, body: '', requirement: 'http/large-input' }],
])('innocent: %s', (_what, given) => {
  expect(objecting(given)).toEqual([]);
});

test.each<[string, string[], Given]>([
  ['HTML', ['errors/json'], { body: '<h1>401</h1>', headers: html }],
  ['nothing', ['errors/json'], { body: '' }],
  ['JSON as text', ['errors/json'], { body: error, headers: [['Content-Type', 'text/plain']] }],
  ['JSON without a type', ['errors/json'], { body: error, headers: [] }],
  ['broken JSON', ['errors/json'], { body: '{"status":401' }],
  ['a 400 in HTML to a request of ASCII', ['errors/json'], { status: 400, body: '<p>', headers: html }],
  ['a 500 in HTML', ['errors/json'], { status: 500, body: '<p>', headers: html }],
  ['null', ['errors/shape'], { body: 'null' }],
  ['a list', ['errors/shape'], { body: [error] }],
  ['the error as text', ['errors/shape'], { body: { ...error, error: 'no' } }],
  ['the error as null', ['errors/shape'], { body: { ...error, error: null } }],
  ['no message', ['errors/shape'], { body: { ...error, error: {} } }],
  ['a message that is a number', ['errors/shape'], { body: { ...error, error: { message: 4 } } }],
  ['a description that is a list', ['errors/shape'], { body: { ...error, error: { message: 'a', description: [] } } }],
  ['a status as text', ['errors/shape'], { body: { ...error, status: '401' } }],
  ['a status with a fraction', ['errors/shape'], { body: { ...error, status: 401.5 } }],
  ['no responseId', ['errors/shape'], { body: { status: 401, error: error.error } }],
  ['another status', ['errors/status-matches'], { body: { ...error, status: 403 } }],
  ['an id of another form', ['errors/response-id-uuid'], { body: { ...error, responseId: 'req_81' } }],
  ['a URN', ['errors/response-id-uuid'], { body: { ...error, responseId: `urn:uuid:${error.responseId}` } }],
  ['an id in braces', ['errors/response-id-uuid'], { body: { ...error, responseId: `{${error.responseId}}` } }],
  ['an empty message', ['errors/message-text'], { body: { ...error, error: { message: '' } } }],
  ['an invisible message', ['errors/message-text'], { body: { ...error, error: { message: ' \u200b\u00a0' } } }],
  [
    'a trace in the description',
    ['errors/no-leak'],
    { body: { ...error, error: { message: 'a', description: 'Error\n    at f (/srv/a.js:1:2)' } } },
  ],
  [
    'a trace in lines',
    ['errors/no-leak'],
    { body: { ...error, stack: ['Traceback (most recent call last):', '  File "a.py", line 1'] } },
  ],
  [
    'the token',
    ['errors/no-leak'],
    { body: { ...error, error: { message: 'bad token {{token:scoped}}' } }, echoes: ['token:scoped'] },
  ],
  ['some token', ['errors/no-leak'], { body: { ...error, error: { message: 'bad {{jwt}}' } }, echoes: ['jwt'] }],
])('one defect, one finding: %s', (_what, ids, given) => {
  expect(objecting(given)).toEqual(ids);
});

test('a text that only looks like an echo is none', () => {
  expect(objecting({ body: { ...error, error: { message: 'use {{jwt}}' } } })).toEqual([]);
});

test('messages name the place and both sides', () => {
  const shape = errors.requirements.find(({ id }) => id === 'errors/shape') as Monitor;
  const judgement = shape.judge?.(answered({ status: 401, body: { ...error, status: '401' } }), undefined as never);
  expect(judgement).toMatchObject({
    cause: '/status of an error is not as in ApiError',
    expected: expect.stringContaining('an integer at /status'),
    actual: expect.stringContaining('"401"'),
  });
});

describe('errors/response-id-unique', () => {
  const { fold } = errors.requirements.find(({ id }) => id === 'errors/response-id-unique') as Monitor;
  const state = (...ids: readonly string[]) =>
    ids.reduce(
      (seen, responseId) => fold?.add(seen, answered({ status: 401, body: { ...error, responseId } })),
      fold?.empty(),
    );

  test('ids of their own', () => {
    expect(fold?.conclude(state('a', 'b', 'c'))).toMatchObject({ kind: 'held' });
    expect(fold?.conclude(state('a'))).toMatchObject({ kind: 'unanswered' });
    // Where no error has one, nothing is open.
    expect(fold?.conclude(state())).toMatchObject({ kind: 'not-run', blocksNothing: true });
    expect(fold?.conclude(state('__proto__', 'constructor'))).toMatchObject({ kind: 'held' });
  });

  test('one twice, in one shard or in two', () => {
    expect(fold?.conclude(state('a', 'b', 'a'))).toMatchObject({ kind: 'violated' });
    const merged = fold?.merge(state('a', 'b'), JSON.parse(JSON.stringify(state('c', 'A'))));
    expect(fold?.conclude(merged)).toMatchObject({ kind: 'violated', actual: expect.stringContaining('2 responses') });
  });

  test('long ids that begin alike are told apart', () => {
    const long = 'x'.repeat(60);
    expect(fold?.conclude(state(`${long}1`, `${long}2`))).toMatchObject({ kind: 'held' });
  });

  test('merging is commutative and associative', () => {
    const [a, b, c] = [state('1', '2'), state('2'), state('3', '1')];
    expect(fold?.merge(a, b)).toEqual(fold?.merge(b, a));
    expect(fold?.merge(fold.merge(a, b), c)).toEqual(fold?.merge(a, fold.merge(b, c)));
  });
});

test.each<[string, string, Given]>([
  ['held', 'a 404 with ApiError', { status: 404, body: error }],
  ['held', 'a 401 with ApiError', { status: 401, body: error }],
  ['held', 'a 403 with ApiError', { status: 403, body: error }],
  ['violated', 'a 404 in HTML', { status: 404, body: '<p>', headers: html }],
  ['violated', 'a bare 404', { status: 404, body: '' }],
  ['violated', 'a 200', { status: 200, body: {} }],
  ['violated', 'a redirect', { status: 302, body: '' }],
  ['violated', 'a 400', { status: 400, body: error }],
  ['unanswered', 'a 500', { status: 500, body: error }],
])('unknown route, %s: %s', (kind, _what, given) => {
  expect(judgeUnknownRoute(answered({ request: { path: '/m2m-conformance-7' }, ...given })).kind).toBe(kind);
});

test.each([
  ['held', 405],
  ['held', 400],
  ['held', 404],
  ['held', 501],
  ['violated', 200],
  ['violated', 204],
  ['violated', 302],
  ['unanswered', 500],
])('unknown method, %s: %i', (kind, status) => {
  expect(judgeMethod(answered({ status })).kind).toBe(kind);
});
