import { expect, test } from 'vitest';
import {
  requestText,
  withBody,
  withHeader,
  withoutHeader,
  withQuery,
} from '../../../engine/exchange/request.ts';
import { symbol, valueText } from '../../../engine/exchange/value.ts';
import { get } from '../samples.ts';

const lines = (headers: Readonly<Record<string, string>>) => Object.entries(headers);
const request = { ...get(), headers: lines({ Accept: 'a/b', 'x-user-id': 'u' }) };
const twice = {
  ...request,
  headers: [...request.headers, ...lines({ ACCEPT: 'e/f', 'X-USER-ID': 'v' })],
};
const before = structuredClone([request, twice]);

test.each([
  [
    'replaced in place, whatever its case',
    withHeader(request, 'accept', 'c/d'),
    { Accept: 'c/d', 'x-user-id': 'u' },
  ],
  [
    'added at the end',
    withHeader(request, 'X-New', '1'),
    { Accept: 'a/b', 'x-user-id': 'u', 'X-New': '1' },
  ],
  [
    'replaced everywhere',
    withHeader(twice, 'accept', 'c/d'),
    { Accept: 'c/d', 'x-user-id': 'u', 'X-USER-ID': 'v' },
  ],
  ['removed everywhere', withoutHeader(twice, 'X-User-Id'), { Accept: 'a/b', ACCEPT: 'e/f' }],
])('a header is %s', (_how, { headers }, expected) => {
  expect(headers).toEqual(lines(expected));
  expect([request, twice]).toEqual(before);
});

test('query parameters are joined and encoded; symbols are encoded on the wire', () => {
  const once = withQuery(get('/cash'), 'a', 'x y&\u00e9');
  expect(valueText(once.path)).toBe('/cash?a=x%20y%26%C3%A9');
  const twice = withQuery(once, 'token', symbol('token:scoped', 'alg-none'));
  expect(valueText(twice.path)).toBe('/cash?a=x%20y%26%C3%A9&token={{token:scoped|alg-none,url}}');
  expect(valueText(withQuery(get('/cash'), 'b', new Uint8Array([0, 255])).path)).toBe(
    '/cash?b=%00%ff',
  );
});

test('a query can contain a lone surrogate', () => {
  expect(valueText(withQuery(get('/cash'), 'a', '\ud800').path)).toBe('/cash?a=%EF%BF%BD');
});

test('a body is replaced or removed', () => {
  expect(withBody(request, '{}').body).toBe('{}');
  expect('body' in withBody(withBody(request, '{}'), undefined)).toBe(false);
});

test('requests have the same text only if they are the same on the wire', () => {
  const texts = [
    request,
    withHeader(request, 'Accept', 'x'),
    withBody(request, ''),
    withBody(request, '{}'),
    { ...request, wire: 'raw' as const },
    { ...request, origin: 'jwks' as const },
    { ...request, method: 'HEAD' },
    withQuery(request, 'a', ''),
  ].map(requestText);
  expect(new Set(texts).size).toBe(texts.length);
});
