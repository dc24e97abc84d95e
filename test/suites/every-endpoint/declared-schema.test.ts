import { expect, test } from 'vitest';
import type { Answered, Request } from '../../../engine/index.ts';
import { isDelivered, judgeDeclaredSchema } from '../../../suites/every-endpoint/declared.ts';
import { answered, type Given } from '../answered.ts';
import { boundAs } from '../recorded.ts';

const bearer = 'Bearer {{token:scoped}}';
const headers = (token: string, user: string, ...more: Request['headers']): Given => ({
  request: { headers: [['Authorization', token], ['x-user-id', user], ...more] },
});

/** A response of the declared endpoint `GET /things/{id}`. */
function delivered(given: Given = {}): Answered {
  const one = answered({ body: {}, ...given, request: { path: '/things/7', ...given.request } });
  return { ...one, key: { ...one.key, endpoint: 'GET /things/{id}' } };
}

test.each<[boolean, string, Given]>([
  [true, 'the declared request', {}],
  [true, 'several spaces', headers('bearer   {{token:scoped}}', '{{user:second}}')],
  [true, 'no user', { request: { headers: [['Authorization', bearer]] } }],
  [true, 'a step of another name', { step: 'body-odd-1' }],
  [true, 'the control of malformed bodies', { requirement: 'declared/malformed-body', step: 'control-after' }],
  [false, 'a 204', { status: 204 }],
  [false, 'a 205', { status: 205 }],
  [false, 'a refusal', { status: 400 }],
  [false, 'an odd body', { step: 'odd-1' }],
  [false, 'a malformed body', { requirement: 'declared/malformed-body' }],
  [false, 'raw bytes', { request: { wire: 'raw' } }],
  [false, 'another method', { request: { method: 'POST' } }],
  [false, 'another path', { request: { path: '/things/7/more' } }],
  [false, 'a query', { request: { path: '/things/7?a=1' } }],
  [false, 'no token', { request: { headers: [] } }],
  [false, 'two tokens', headers(bearer, '{{user:first}}', ['Authorization', bearer])],
  [false, 'text before the token', headers(`x ${bearer}`, '{{user:first}}')],
  [false, 'text after the token', headers(`${bearer} x`, '{{user:first}}')],
  [false, 'text before the user', headers(bearer, 'x{{user:first}}')],
  [false, 'text after the user', headers(bearer, '{{user:first}}x')],
  [false, 'a foreign user', headers(bearer, '{{user:foreign}}')],
])('the response of a declared endpoint is judged (%s): %s', (expected, _what, given) => {
  expect(isDelivered(delivered(given))).toBe(expected);
});

test.each([[undefined], [true], [null]])('the schema %s requires nothing', (responseSchema) => {
  const bound = boundAs('cash', { responseSchema } as object);
  expect(judgeDeclaredSchema(delivered(), bound)).toMatchObject({ kind: 'unanswered' });
});
