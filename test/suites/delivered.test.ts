import { expect, test } from 'vitest';
import type { Monitor } from '../../engine/catalogue/check.ts';
import type { Answered, Request } from '../../engine/index.ts';
import { isDelivered, judgeDeclaredSchema } from '../../suites/every-endpoint/declared.ts';
import { scope } from '../../suites/every-endpoint/scope.ts';
import { answered, type Given } from './answered.ts';
import { apiError } from './api-error.ts';
import { boundTo } from './asking.ts';

const headers = (token: string, user: string, ...more: Request['headers']): Pick<Request, 'headers'> => ({
  headers: [['Authorization', token], ['x-user-id', user], ...more],
});
const bearer = 'Bearer {{token:scoped}}';

/** An answer of the declared endpoint `GET /things/{id}`. */
function delivered({ request, ...given }: Given = {}): Answered {
  const one = answered({ body: {}, ...given, request: { path: '/things/7', ...request } });
  return { ...one, key: { ...one.key, endpoint: 'GET /things/{id}' } };
}

test.each<[string, Given]>([
  ['as it was declared', {}],
  ['with several spaces', { request: headers('bearer   {{token:scoped}}', '{{user:second}}') }],
  ['without a user', { request: { headers: [['Authorization', bearer]] } }],
  ['in a step of another name', { step: 'body-odd-1' }],
  ['to the control of malformed bodies', { requirement: 'declared/malformed-body', step: 'control-after' }],
])('what a declared endpoint answers is judged: %s', (_what, given) => {
  expect(isDelivered(delivered(given))).toBe(true);
});

test.each<[string, Given]>([
  ['without content, by 204', { status: 204 }],
  ['without content, by 205', { status: 205 }],
  ['a refusal', { status: 400 }],
  ['to an odd body', { step: 'odd-1' }],
  ['to a malformed body', { requirement: 'declared/malformed-body' }],
  ['to bytes of our own', { request: { wire: 'raw' } }],
  ['to another method', { request: { method: 'POST' } }],
  ['of another path', { request: { path: '/things/7/more' } }],
  ['with a query', { request: { path: '/things/7?a=1' } }],
  ['without a token', { request: { headers: [] } }],
  ['with two tokens', { request: headers(bearer, '{{user:first}}', ['Authorization', bearer]) }],
  ['with text before the token', { request: headers(`x ${bearer}`, '{{user:first}}') }],
  ['with text after the token', { request: headers(`${bearer} x`, '{{user:first}}') }],
  ['with text before the user', { request: headers(bearer, 'x{{user:first}}') }],
  ['with text after the user', { request: headers(bearer, '{{user:first}}x') }],
  ['for a foreign user', { request: headers(bearer, '{{user:foreign}}') }],
])('and not %s', (_what, given) => {
  expect(isDelivered(delivered(given))).toBe(false);
});

test('without a declared schema there is nothing to conform to', () => {
  for (const responseSchema of [undefined, true, null]) {
    const bound = boundTo('cash');
    const endpoint = { ...bound.endpoint, responseSchema } as never;
    expect(judgeDeclaredSchema(delivered(), { ...bound, endpoint })).toMatchObject({ kind: 'unanswered' });
  }
});

test('scope/guides-sufficient judges its own request, and of the others what a client author would blame it for', () => {
  const { matches } = scope.requirements.find(({ id }) => id === 'scope/guides-sufficient') as Monitor;
  const forSecond = headers(bearer, '{{user:second}}');
  for (const [expected, given] of [
    [true, { body: {} }],
    [true, apiError(403)],
    [true, { ...apiError(401), requirement: 'scope/guides-sufficient' }],
    [false, apiError(401)],
    [false, apiError(404)],
    [false, { ...apiError(403), request: forSecond }],
    [true, { body: {}, request: forSecond }],
    [false, { body: {}, request: { path: '/cash' } }],
  ] as const) {
    expect(matches(answered(given)), JSON.stringify(given)).toBe(expected);
  }
});
