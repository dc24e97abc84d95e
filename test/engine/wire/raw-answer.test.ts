import { expect, test } from 'vitest';
import { readAnswer } from '../../../engine/wire/raw-answer.ts';

const read = (text: string, ended = true) => readAnswer(Buffer.from(text, 'latin1'), 'GET', ended);

test.each([
  [
    'an interim response before it',
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}',
  ],
  ['its length twice', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}'],
  ['its length twice in one line', 'HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\n{}'],
  ['no length', 'HTTP/1.1 200 OK\r\n\r\n{}'],
  ['chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n'],
  ['HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\n{}'],
])('a response with %s is read', (_what, text) => {
  expect(read(text)).toMatchObject({ status: 200, body: Buffer.from('{}') });
});

test.each([
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 1\r\n\r\n{}'],
  ['a length that is no number', 'HTTP/1.1 200 OK\r\nContent-Length: two\r\n\r\n{}'],
  ['NUL in a field', 'HTTP/1.1 200 OK\r\nX-Field: a\0b\r\n\r\n{}'],
  ['a space before the colon', 'HTTP/1.1 200 OK\r\nX-Field : a\r\n\r\n{}'],
  ['a name beyond ASCII', 'HTTP/1.1 200 OK\r\nX-F\u00efeld: a\r\n\r\n{}'],
  ['a line without a colon', 'HTTP/1.1 200 OK\r\nX-Field\r\n\r\n{}'],
  ['another version', 'HTTP/3.7 200 OK\r\n\r\n{}'],
  ['a status of zeros', 'HTTP/1.1 000 OK\r\n\r\n{}'],
  ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\n\r\nHTTP/1.1 200 OK\r\n\r\n{}'],
  [
    'endless interim responses',
    `${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50)}HTTP/1.1 200 OK\r\n\r\n{}`,
  ],
])('a response with %s is invalid', (_what, text) => {
  expect(read(text)).toMatchObject({ lost: 'invalid-http' });
});

test('a response with too many header fields is not read', () => {
  const withFields = (count: number) => `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(count)}\r\n{}`;
  expect(read(withFields(1_000))).toMatchObject({ status: 200 });
  expect(read(withFields(1_001))).toMatchObject({
    lost: 'oversized',
    detail: 'more than 1000 header fields',
  });
});

test.each([
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{ }',
])('a response is incomplete until its last byte: %j', (whole) => {
  for (let at = 0; at < whole.length; at++)
    expect(read(whole.slice(0, at), false), `${at}`).toBe('incomplete');
  expect(read(whole, false)).toMatchObject({ status: 200 });
});
