import { describe, expect, test } from 'vitest';
import { errors, judgeLeak } from '../../../suites/every-endpoint/errors.ts';
import { answered, type Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { boundTo, causeOf } from '../asking.ts';
import { monitorOf } from '../recorded.ts';
import { saidBy } from '../said.ts';

const error = apiError(400).body;
const foreign = [['x-user-id', 'é']] as const;
const noLeak = monitorOf(errors, 'errors/no-leak');
const { matches } = noLeak;

test.each<[boolean, string, Given]>([
  [true, 'an ApiError, to bytes beyond ASCII', { body: error }],
  [true, 'an ApiError, to bytes that are no HTTP', { body: error, request: { wire: 'raw' } }],
  [
    true,
    'an ApiError, to a line break',
    { body: error, request: { path: '/learn/learning-guides/0f%0Ax' } },
  ],
  [
    false,
    'a page of the HTTP layer',
    { body: { message: 'at org.apache.coyote (Http11Processor.java:88)' } },
  ],
  [false, 'an ApiError under a status of the HTTP layer', { status: 431, body: error }],
  [
    false,
    'an error of the token endpoint',
    { body: error, request: { origin: 'token', headers: foreign } },
  ],
  [false, 'a success', { status: 200, body: error }],
  [false, 'nothing', { status: 401, body: '', request: {} }],
  [true, 'a space', { status: 401, body: ' ', request: {} }],
])('is searched for leaks (%s): %s', (expected, _what, given) => {
  expect(matches(answered({ status: 400, request: { headers: foreign }, ...given }))).toBe(
    expected,
  );
});

const leak = (body: unknown, echoes: readonly string[] = []) =>
  causeOf(judgeLeak(answered({ status: 401, body, echoes }), boundTo('cash')));

test.each([
  ['token:scoped', 'token'],
  ['jwt', 'token'],
  ['client:scoped:secret', 'secret'],
  ['gateway:x-key', 'secret'],
])('{{%s}} is found only if the response contained the secret: %s', (secret, cause) => {
  expect(leak({ message: `no {{${secret}}}` }, [secret])).toBe(cause);
  expect(leak({ message: `no {{${secret}}}` })).toBe('pass');
});

test.each([
  ['token:scoped', 'an error repeats a token', 'the body contains a token (token:scoped)'],
  ['gateway:x-key', 'an error repeats a secret', 'the body contains a secret (gateway:x-key)'],
  ['goroutine 1 [running]:', 'an error shows a stack trace of Go', 'goroutine 1 [running]:'],
  ['/etc/passwd', 'an error shows a path of a file on the server', '/etc/passwd'],
])('of %s says: %s', (what, title, actual) => {
  const exchange = answered({ status: 401, body: `no {{${what}}} ${what}`, echoes: [what] });
  const judgement = judgeLeak(exchange, boundTo('cash'));
  expect(saidBy(noLeak, judgement)).toMatchObject({ title, actual });
});

test.each([
  ['pass', '/app/index.php/cash', 'http://h/app/index.php/'],
  ['file-path', '/app/index.php/cash', 'http://127.0.0.1'],
  ['file-path', '/app/src/cash.php', 'http://h/app/index.php/'],
])('%s: the file %s if the base URL is %s', (cause, path, baseUrl) => {
  const target = { baseUrl, authUrl: '' };
  const exchange = answered({ status: 401, body: { path }, request: { path: '/cash' } });
  expect(causeOf(judgeLeak(exchange, boundTo('cash', { target })))).toBe(cause);
});

describe('a trace', () => {
  const line = 'at list (/srv/guides.js:1:2)';
  const lines = (before: number) => [...Array.from({ length: before }, () => 'x'), line];
  const isFound = (body: unknown) => leak(body) === 'stack-trace';

  test.each<[boolean, string, unknown]>([
    [true, 'in what is no JSON', `Error: no\n    ${line}`],
    [true, 'in lines of a list', { trace: ['Stack trace:', '#0 main'] }],
    [true, 'in lines of members', { first: 'Stack trace:', second: '#0 main' }],
    [false, 'in lines in another order', { first: '#0 main', second: 'Stack trace:' }],
    [true, 'after 999 strings', lines(999)],
    [false, 'after 1,000 strings', lines(1_000)],
    [false, 'after 999 strings and 500 in a list', [lines(999).slice(0, -1), lines(500)]],
    [true, 'after 999 members', Object.fromEntries(lines(999).entries())],
    [false, 'after 1,000 members', Object.fromEntries(lines(1_000).entries())],
    [true, 'after 199,999 characters', ['='.repeat(199_999), line]],
    [false, 'after 200,000 characters', ['='.repeat(200_000), line]],
  ])('is found (%s) %s', (expected, _where, body) => {
    expect(isFound(body)).toBe(expected);
  });
});
