import { describe, expect, test } from 'vitest';
import { http, judgePrivate, judgeTls } from '../../../suites/every-endpoint/http.ts';
import { judgeJsonMediaType } from '../../../suites/every-endpoint/http-json.ts';
import { inWords } from '../../in-words.ts';
import { answered, type Given, withHeaders } from '../answered.ts';
import { boundTo, causeOf } from '../asking.ts';
import { firstAdvice } from '../first-advice.ts';
import { monitorOf } from '../recorded.ts';
import { saidBy } from '../said.ts';

describe('http/no-server-error', () => {
  const { matches, judge } = monitorOf(http, 'http/no-server-error');

  test.each<[boolean, string, number, Given['request']?]>([
    [false, 'to an unknown method', 501, { method: 'FROBNICATE' }],
    [false, 'to a method of the profile', 501, { method: 'DELETE', purpose: 'off-route' }],
    [false, 'to HEAD', 501, { method: 'HEAD' }],
    [false, 'to OPTIONS', 501, { method: 'OPTIONS' }],
    [false, 'to a transfer coding', 501, { headers: [['Transfer-Encoding', 'x']] }],
    [false, '', 505],
    [false, '', 503],
    [false, 'of the key set', 500, { origin: 'jwks' }],
    [true, '', 500],
    [true, '', 502],
    [true, '', 504],
    [true, 'to GET', 501],
    [true, 'to HEAD', 500, { method: 'HEAD' }],
    [true, 'to OPTIONS', 502, { method: 'OPTIONS' }],
    [true, 'of the token endpoint', 500, { origin: 'token', method: 'POST' }],
  ])('is violated (%s) by %s %i', (expected, _what, status, request = {}) => {
    const exchange = answered({ status, request });
    expect(matches(exchange)).toBe(expected);
    if (expected)
      expect(causeOf(judge?.(exchange, boundTo('guides')))).toBe(`server-error:${status}`);
  });

  const bearer = 'Bearer {{token:scoped}}';
  test.each<[boolean, Given['request']]>([
    [false, {}],
    [false, { headers: [['authorization', 'bearer   {{token:unscoped}}']] }],
    [false, { origin: 'token', headers: [] }],
    [true, { headers: [] }],
    [true, { headers: [['Authorization', 'Bearer {{token:scoped|signature-altered}}']] }],
    [true, { headers: [['Authorization', `${bearer} x`]] }],
    [true, { headers: [...[1, 2].map(() => ['Authorization', bearer] as const)] }],
  ])('blames the Authorization header (%s) of %j', (expected, request = {}) => {
    const judgement = judge?.(answered({ status: 500, request }), boundTo('guides'));
    expect(judgement).toMatchObject({ facts: { isOtherAuthorization: { value: expected } } });
  });
});

describe('a 5xx that does not come back', () => {
  test.each<[responses: readonly (number | 'cleared')[], must: string, should: string]>([
    [[], 'not-run', 'not-run'],
    [[200], 'pass', 'pass'],
    [[200, 'cleared', 404], 'pass', 'fail'],
    [['cleared', 200, 'cleared'], 'fail', 'pass'],
    // The judge of http/no-server-error reports the 500.
    [[500, 'cleared', 'cleared'], 'pass', 'pass'],
  ])('%j: %s, %s', (responses, ...expected) => {
    const [must, should] = ['http/no-server-error', 'http/transient-server-error'].map((id) => {
      const { fold, judge } = monitorOf(http, id);
      const exchanges = responses.map((one) =>
        answered(
          one === 'cleared' ? { status: 502, request: { purpose: 'cleared' } } : { status: one },
        ),
      );
      for (const one of exchanges.filter(({ request }) => request.purpose))
        expect(judge?.(one, boundTo('guides')).kind ?? 'pass').toBe('pass');
      const states = exchanges.map((one) => fold?.add(fold.empty(), one));
      return fold?.conclude(states.reduce((left, right) => fold.merge(left, right), fold.empty()))
        .kind;
    });
    expect([must, should]).toEqual(expected);
  });
});

describe('http/json-media-type', () => {
  test.each<[boolean, string, Given]>([
    [true, 'a success', { body: {} }],
    [false, 'a refusal', { status: 401, body: {} }],
    [false, 'no content', { status: 204 }],
    [false, 'the token endpoint', { body: {}, request: { origin: 'token' } }],
    [false, 'OPTIONS', { body: 'GET,HEAD', request: { method: 'OPTIONS' } }],
  ])('judges (%s) %s', (expected, _what, given) => {
    expect(monitorOf(http, 'http/json-media-type').matches(answered(given))).toBe(expected);
  });

  test.each<[string, readonly string[], unknown?]>([
    [
      'pass',
      [
        'application/json',
        'application/json; charset=utf-8',
        'APPLICATION/JSON',
        'application/vnd.acme+json',
      ],
    ],
    ['fail', ['text/json', 'text/html', 'application/jsonp']],
    ['fail', ['application/json'], '{a:1}'],
    ['fail', ['application/json'], ''],
  ])('%s: %j', (kind, types, body = { a: 1 }) => {
    for (const type of types)
      expect(
        judgeJsonMediaType(answered({ body, headers: [['Content-Type', type]] })).kind,
        type,
      ).toBe(kind);
  });

  test.each([
    ['not-json', { size: 3, text: 'abc' }],
    ['cut-off', { size: 3, text: '[7,' }],
    ['invalid-utf-8', { size: 1, base64: '6Q==' }],
  ])('%s', (cause, body) => {
    const { answer, ...sent } = answered();
    expect(causeOf(judgeJsonMediaType({ ...sent, answer: { ...answer, body } }))).toBe(cause);
  });

  test.each([
    [`)]}',\n{"data":[]}`, /^A prefix/],
    ['while(1);[]', /^A prefix/],
    ['[1', /Content-Length/],
    ['7;8', /built by hand/],
    ['data', /built by hand/],
  ])('%j: says first what may be wrong', (body, first) => {
    const judgement = judgeJsonMediaType(answered({ body }));
    expect(firstAdvice(monitorOf(http, 'http/json-media-type'), judgement)).toMatch(first);
  });
});

test.each([
  ['no Content-Type; 200: {}', []],
  ['200 text/json: {}', [['Content-Type', 'text/json']]],
] as const)('JSON with the wrong media type: %s', (actual, headers) => {
  const came = answered({ body: {}, headers });
  const judgement = judgeJsonMediaType(came);
  expect(causeOf(judgement)).toBe('media-type');
  expect(saidBy(monitorOf(http, 'http/json-media-type'), judgement, came).actual).toBe(actual);
});

describe('http/json-interoperable', () => {
  const interoperable = monitorOf(http, 'http/json-interoperable');
  const { matches, judge } = interoperable;

  test('is violated by each kind of JSON that parsers read differently', () => {
    const found = ['\uFEFF{}', '{"a":1,"a":2}', '{"a":1e400}'].map((body) =>
      judge?.(answered({ body }), boundTo('cash')),
    );
    expect(found.map(causeOf)).toEqual(['byte-order-mark', 'duplicate-member', 'inexact-number']);
    expect(saidBy(interoperable, found[1]).actual).toBe('/a: the member "a" occurs twice');
  });

  test.each<[boolean, Given]>([
    [true, { body: {} }],
    [false, { body: '' }],
    [false, { body: 'text' }],
    [false, { body: {}, request: { origin: 'jwks' } }],
  ])('judges (%s) %j', (expected, given) => {
    expect(matches(answered(given))).toBe(expected);
  });

  test.each([
    [
      'pass',
      '{"address":{"postalCode":10117},"before":{"postalCode":730192846501928374650192837465}}',
    ],
    ['pass', '{"m2mTwice":1,"m2mTwice":2,"at":7.301928E+400}'],
    ['fail', '{"m2mTwice":1,"m2mTwice":2,"at":1E+400}'],
  ])('does not count numbers and names that the run itself sent, %s: %s', (kind, body) => {
    expect(judge?.(answered({ body }), boundTo('cash')).kind).toBe(kind);
  });
});

test.each<[string, readonly string[]]>([
  [
    'pass',
    [
      'no-store',
      'private',
      'max-age=60',
      'no-cache',
      'max-age=0, proxy-revalidate',
      's-maxage=soon',
    ],
  ],
  [
    'pass',
    [
      'private, max-age=60, must-revalidate',
      'no-cache, no-store, max-age=0, must-revalidate',
      'x="public"',
    ],
  ],
  ['public', ['public, max-age=60', 'Public', 'private="x-user-id", public']],
  ['s-maxage', ['s-maxage=0', 's-maxage=60']],
  ['must-revalidate', ['max-age=0, must-revalidate']],
  // Invalid lists of directives, as lenient caches read them.
  ['public', ['Public; max-age=60']],
  ['s-maxage', ['s-maxage = 60; x']],
  ['must-revalidate', ['must-revalidate; "private"']],
  ['pass', ['max-age=60; x', 'public; private', 'no-store=; public', '"public"; x']],
])('user data and shared caches, %s: %j', (expected, values) => {
  expect(judgePrivate(answered()).kind).toBe('pass');
  for (const value of values)
    expect(causeOf(judgePrivate(withHeaders({ 'Cache-Control': value }))), value).toBe(expected);
});

test.each([
  ['public, s-maxage=60, public', 'public, s-maxage without private or no-store'],
  ['public; s-maxage=60', 'public in a Cache-Control that is not a valid list of directives'],
])('user data with Cache-Control: %s', (value, actual) => {
  const judgement = judgePrivate(withHeaders({ 'Cache-Control': value }));
  expect(saidBy(monitorOf(http, 'http/private-data-not-shared'), judgement)).toMatchObject({
    title: 'public lets shared caches store user data',
    actual,
  });
});

describe('http/tls', () => {
  const [api, id] = ['https://api.example.com', 'https://id.example.com'];
  const hosts = (...names: readonly string[]) => names.map((name) => `http://${name}`);
  test.each<[string, readonly string[], string?]>([
    ['pass', [api]],
    ['fail', [api], 'http://id.example.com'],
    ['pass', hosts('127.0.0.1:8080', '[::1]:8080'), 'http://localhost:8081/token'],
    ['pass', hosts('[::1]', '127.8.9.1', '127.10.20.30'), ''],
    ['pass', hosts('app.localhost', '[::ffff:127.0.0.1]', '[::ffff:127.1.1.1]')],
    ['fail', hosts('api.example.com', '127.0.0.1.example.com', '10.0.0.1', 'mylocalhost')],
    ['fail', hosts('localhost.example.com', '[::ffff:8.8.8.8]', '[::2]')],
  ])('%s: %j, %s', (kind, urls, authUrl = id) => {
    for (const baseUrl of urls) expect(judgeTls([baseUrl, authUrl]).kind, baseUrl).toBe(kind);
  });

  test('notes a pass on loopback', () => {
    expect(judgeTls([api, id])).toEqual({ kind: 'pass' });
    expect(inWords(judgeTls(['http://localhost', id]))).toMatchObject({ note: expect.any(String) });
  });
});
