import { expect, test } from 'vitest';
import type { Exchange, Monitor, Unanswered } from '../../engine/index.ts';
import { http, judgeJsonMediaType, judgePrivate, judgeTls } from '../../suites/every-endpoint/http.ts';
import { judgeLost } from '../../suites/every-endpoint/http-answers.ts';
import { judgeLarge, judgeRaw } from '../../suites/every-endpoint/http-connection.ts';
import { answered, type Given, withHeaders } from './answered.ts';

function lost(why: Unanswered['answer']['lost'], request: Given['request'] = {}): Unanswered {
  return { ...answered({ request }), answer: { lost: why, detail: 'it ended' } };
}

const serverError = http.requirements.find(({ id }) => id === 'http/no-server-error') as Monitor;

test.each<[string, Given]>([
  ['501 to an unknown method', { status: 501, request: { method: 'FROBNICATE' } }],
  [
    '501 to a method that the profile lists',
    { status: 501, request: { method: 'DELETE' }, requirement: 'errors/method' },
  ],
  ['501 to HEAD', { status: 501, request: { method: 'HEAD' } }],
  ['501 to OPTIONS', { status: 501, request: { method: 'OPTIONS' } }],
  ['501 to a transfer coding', { status: 501, request: { headers: [['Transfer-Encoding', 'x']] } }],
  ['505', { status: 505 }],
  ['503', { status: 503 }],
  ['what http/protocol-violations judges', { status: 500, requirement: 'http/protocol-violations' }],
  ['what http/large-input judges', { status: 500, requirement: 'http/large-input' }],
  ['the key set', { status: 500, request: { origin: 'jwks' } }],
])('no finding of http/no-server-error: %s', (_what, given) => {
  expect(serverError.matches(answered(given))).toBe(false);
});

test.each<[string, Given]>([
  ['500', { status: 500 }],
  ['502', { status: 502 }],
  ['504', { status: 504 }],
  ['501 to GET', { status: 501 }],
  ['500 to HEAD', { status: 500, request: { method: 'HEAD' } }],
  ['502 to OPTIONS', { status: 502, request: { method: 'OPTIONS' } }],
  ['500 of the token endpoint', { status: 500, request: { origin: 'token', method: 'POST' } }],
])('a finding: %s', (_what, given) => {
  const exchange = answered(given);
  expect(serverError.matches(exchange)).toBe(true);
  expect(serverError.judge?.(exchange, undefined as never).kind).toBe('violated');
});

test.each<[string, string, Given]>([
  ['held', 'application/json', {}],
  ['held', 'application/json; charset=utf-8', {}],
  ['held', 'APPLICATION/JSON', {}],
  ['held', 'application/vnd.acme+json', {}],
  ['violated', 'text/json', {}],
  ['violated', 'text/html', {}],
  ['violated', 'application/jsonp', {}],
  ['violated', 'application/json', { body: '{a:1}' }],
  ['violated', 'application/json', { body: '' }],
])('%s: %s', (kind, type, given) => {
  expect(judgeJsonMediaType(answered({ body: { a: 1 }, ...given, headers: [['Content-Type', type]] })).kind).toBe(kind);
});

test.each([
  ['held', undefined],
  ['held', 'no-store'],
  ['held', 'private'],
  ['held', 'private, max-age=60, must-revalidate'],
  ['held', 'no-cache, no-store, max-age=0, must-revalidate'],
  ['held', 'max-age=60'],
  ['held', 'no-cache'],
  ['held', 'max-age=0, proxy-revalidate'],
  ['held', 'x="public"'],
  ['violated', 'public, max-age=60'],
  ['violated', 'Public'],
  ['violated', 's-maxage=0'],
  ['violated', 'max-age=0, must-revalidate'],
  ['violated', 'private="x-user-id", public'],
  // No list of directives, as lenient caches read it.
  ['violated', 'Public; max-age=60'],
  ['violated', 's-maxage = 60; x'],
  ['violated', 'must-revalidate; "private"'],
  ['held', 'max-age=60; x'],
  ['held', 'public; private'],
  ['held', 'no-store=; public'],
  ['held', '"public"; x'],
])('user data and shared caches, %s: %s', (kind, value) => {
  expect(judgePrivate(value === undefined ? answered() : withHeaders({ 'Cache-Control': value })).kind).toBe(kind);
});

test.each<[string, 'repair' | 'refuse' | 'framing', Exchange]>([
  ['held', 'repair', answered({ status: 400 })],
  ['held', 'repair', answered({ status: 200 })],
  ['held', 'repair', answered({ status: 501 })],
  ['held', 'repair', lost('closed')],
  ['violated', 'repair', answered({ status: 500 })],
  ['violated', 'repair', answered({ status: 502 })],
  ['held', 'refuse', answered({ status: 400 })],
  ['held', 'refuse', answered({ status: 405 })],
  ['held', 'refuse', answered({ status: 505 })],
  ['held', 'refuse', lost('invalid-http')],
  ['violated', 'refuse', answered({ status: 200 })],
  ['violated', 'refuse', answered({ status: 500 })],
  ['held', 'framing', answered({ status: 400 })],
  ['held', 'framing', lost('closed')],
  ['violated', 'framing', answered({ status: 200 })],
  ['violated', 'framing', answered({ status: 401 })],
  ['violated', 'framing', answered({ status: 500 })],
  ['unanswered', 'framing', lost('timeout')],
  ['unanswered', 'refuse', answered({ status: 503 })],
])('protocol violation, %s where a server may %s', (kind, allowed, exchange) => {
  expect(judgeRaw(exchange, { label: 'x', allowed }).kind).toBe(kind);
});

test('an invalid request line may be answered with its proper form elsewhere', () => {
  for (const status of [301, 308]) {
    const moved = answered({ status, headers: [['Location', '/T%20/cash']] });
    expect(judgeRaw(moved, { label: 'x', allowed: 'refuse', method: 'GE T' }).kind).toBe('held');
    expect(judgeRaw(moved, { label: 'x', allowed: 'refuse' }).kind).toBe('violated');
  }
  expect(judgeRaw(answered({ status: 200 }), { label: 'x', allowed: 'refuse', method: 'GE T' }).kind).toBe('violated');
});

test.each<[string, Exchange]>([
  ['held', answered({ status: 431 })],
  ['held', answered({ status: 413 })],
  ['held', answered({ status: 200 })],
  ['held', lost('closed')],
  ['violated', answered({ status: 500 })],
  ['unanswered', answered({ status: 503 })],
  ['unanswered', lost('timeout')],
])('large input, %s', (kind, exchange) => {
  expect(judgeLarge(exchange, 'x').kind).toBe(kind);
});

test('silence is a finding of well-formed requests only', () => {
  expect(judgeLost(lost('closed'))?.kind).toBe('violated');
  expect(judgeLost(lost('timeout'))?.kind).toBe('violated');
  for (const innocent of [
    lost('stopped'),
    lost('withheld'),
    lost('no-credential'),
    lost('refused-connection'),
    lost('closed', { wire: 'raw' }),
    lost('closed', { origin: 'jwks' }),
    lost('closed', { path: '/cash?m2m=%zz' }),
    lost('closed', { headers: [['x-user-id', 'é']] }),
    lost('closed', { headers: [['x-user-id', new Uint8Array([0xff])]] }),
  ]) {
    expect(judgeLost(innocent)).toBeUndefined();
  }
});

test.each([
  ['held', ['https://api.example.com', 'https://id.example.com/token']],
  ['held', ['http://127.0.0.1:8080', 'http://localhost:8081/token']],
  ['held', ['http://[::1]:8080', '']],
  ['held', ['http://127.8.9.1', 'https://id.example.com']],
  ['violated', ['http://api.example.com', 'https://id.example.com']],
  ['violated', ['https://api.example.com', 'http://id.example.com']],
  ['violated', ['http://127.0.0.1.example.com', '']],
  ['violated', ['http://10.0.0.1', '']],
] as const)('tls, %s: %j', (kind, urls) => {
  expect(judgeTls(urls).kind).toBe(kind);
});
