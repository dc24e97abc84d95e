import { expect, test } from 'vitest';
import type { Request, Unanswered } from '../../../engine/index.ts';
import { http } from '../../../suites/every-endpoint/http.ts';
import { judgeLost } from '../../../suites/every-endpoint/http-answers.ts';
import { answered, type Given } from '../answered.ts';
import { boundTo, causeOf } from '../asking.ts';
import { monitorOf } from '../recorded.ts';

const lost = (why: Unanswered['answer']['lost'], given: Given = {}) =>
  causeOf(judgeLost({ ...answered(given), answer: { lost: why, detail: 'it ended' } }));

const [closed, never] = ['the connection is closed without a response', 'a request gets no response'];
test.each<[string | undefined, Unanswered['answer']['lost'], string, Given?]>([
  [closed, 'closed', 'a well-formed request'],
  [never, 'timeout', 'a well-formed request'],
  ['the response is not valid HTTP', 'invalid-http', 'a well-formed request'],
  [undefined, 'stopped', 'a well-formed request'],
  [undefined, 'withheld', 'a well-formed request'],
  [undefined, 'no-credential', 'a well-formed request'],
  [undefined, 'refused-connection', 'a well-formed request'],
  [undefined, 'closed', 'raw bytes', { request: { wire: 'raw' } }],
  [undefined, 'closed', 'the key set', { request: { origin: 'jwks' } }],
  [undefined, 'closed', 'no URI', { request: { path: '/cash?m2m=%zz' } }],
  [undefined, 'closed', 'text beyond ASCII', { request: { headers: [['x-user-id', 'é']] } }],
  [undefined, 'closed', 'bytes beyond ASCII', { request: { headers: [['x-user-id', new Uint8Array([0xff])]] } }],
  [undefined, 'closed', 'an unknown path', { request: { purpose: 'off-route' } }],
  [never, 'timeout', 'an unknown path', { request: { purpose: 'off-route' } }],
])('%s: %s for %s', (cause, why, _what, given) => {
  expect(lost(why, given)).toBe(cause);
});

test.each<[boolean, string, Partial<Request>]>([
  [true, 'a folder above', { path: '/learning-guides/..%2f..%2fetc' }],
  [true, 'a folder above in Windows', { path: '/learning-guides/..%5C' }],
  [true, 'a quote of SQL', { headers: [['x-user-id', "' OR '1'='1"]] }],
  [true, 'an end of SQL', { body: `{"city":"'; --"}` }],
  [true, 'markup', { path: '/cash?m2m=%3Cb%3E' }],
  [true, 'a secret in angle brackets', { headers: [['x', ['<', { symbol: 'token:scoped' }, '>']]] }],
  [true, 'a template', { body: `{"city":"$\u007b7*7}"}` }],
  [true, 'another template', { body: '{"city":"#{7*7}"}' }],
  [true, 'an operator of a document database', { headers: [['x-user-id', '{"$gt":""}']] }],
  [true, 'a NUL in the path', { path: '/learning-guides/a%00' }],
  [true, 'a prototype', { body: '{"__proto__":{}}' }],
  [true, 'a constructor', { path: '/cash?constructor[m2m]=1' }],
  [false, 'a NUL in a string', { body: '{"city":"a\\u0000b"}' }],
  [false, 'a lone surrogate', { body: '{"city":"\\ud800"}' }],
  [false, 'an apostrophe', { body: `{"city":"L'Aquila, d'or"}` }],
  [false, 'symbols', { headers: [['x-user-id', { symbol: 'user:first' }]] }],
  [false, 'a percent sign that encodes nothing', { path: '/cash?m2m=%zz' }],
  [false, 'depth', { body: '[[[[[[1]]]]]]' }],
])('a firewall may drop (%s) %s', (mayDrop, _what, request) => {
  expect(lost('timeout', { request })).toBe(mayDrop ? undefined : never);
});

test.each<[boolean, Given]>([
  [true, { status: 500 }],
  [false, { request: { wire: 'raw' } }],
  [false, { request: { headers: [['x', 'é']] } }],
  [false, { request: { origin: 'jwks' } }],
])('http/answers passes on a response (%s): %j', (expected, given) => {
  const { matches, judge } = monitorOf(http, 'http/answers');
  expect(matches(answered(given))).toBe(expected);
  expect(judge?.(answered(given), boundTo('guides'))).toEqual({ kind: 'pass' });
});
