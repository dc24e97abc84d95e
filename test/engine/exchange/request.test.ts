import { expect, test } from 'vitest';
import { requestText, withBody, withHeader, withoutHeader, withQuery } from '../../../engine/exchange/request.ts';
import { symbol, valueText } from '../../../engine/exchange/value.ts';
import { get } from '../samples.ts';

const request = {
  ...get(),
  headers: [
    ['Accept', 'a/b'],
    ['x-user-id', 'u'],
  ] as const,
};

test('a header is replaced whatever its case, in its place and under its name', () => {
  expect(withHeader(request, 'accept', 'c/d').headers).toEqual([
    ['Accept', 'c/d'],
    ['x-user-id', 'u'],
  ]);
  expect(request.headers[0]).toEqual(['Accept', 'a/b']);
});

test('a new header comes last', () => {
  expect(withHeader(request, 'X-New', '1').headers.at(-1)).toEqual(['X-New', '1']);
});

test('of a repeated header nothing is left beside the replacement', () => {
  const twice = { ...request, headers: [...request.headers, ['ACCEPT', 'e/f'] as const] };
  expect(withHeader(twice, 'accept', 'c/d').headers).toEqual([
    ['Accept', 'c/d'],
    ['x-user-id', 'u'],
  ]);
});

test('a header is taken away in every line', () => {
  const twice = { ...request, headers: [...request.headers, ['X-USER-ID', 'v'] as const] };
  expect(withoutHeader(twice, 'X-User-Id').headers).toEqual([['Accept', 'a/b']]);
});

test('query parameters are joined and encoded, symbols on the wire', () => {
  const once = withQuery(get('/cash'), 'a', 'x y&\u00e9');
  expect(valueText(once.path)).toBe('/cash?a=x%20y%26%C3%A9');
  const twice = withQuery(once, 'token', symbol('token:scoped', 'alg-none'));
  expect(valueText(twice.path)).toBe('/cash?a=x%20y%26%C3%A9&token={{token:scoped|alg-none,url}}');
  expect(valueText(withQuery(get('/cash'), 'b', new Uint8Array([0, 255])).path)).toBe('/cash?b=%00%ff');
});

test('text that is no Unicode can be asked for as well', () => {
  expect(valueText(withQuery(get('/cash'), 'a', '\ud800').path)).toBe('/cash?a=%EF%BF%BD');
});

test('a body is replaced, or taken away altogether', () => {
  expect(withBody(request, '{}').body).toBe('{}');
  expect('body' in withBody(withBody(request, '{}'), undefined)).toBe(false);
});

test('two requests have one text only if they are one on the wire', () => {
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
