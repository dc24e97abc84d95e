import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../engine/catalogue/check.ts';
import type { Bound, Exchange, Monitor, Request, Unanswered } from '../../engine/index.ts';
import { http, judgeJsonMediaType, judgePrivate, judgeTls } from '../../suites/every-endpoint/http.ts';
import { judgeLost } from '../../suites/every-endpoint/http-answers.ts';
import { answered, withHeaders } from './answered.ts';
import { asking, boundTo, silence } from './asking.ts';

const monitor = (id: string) => http.requirements.find((one) => one.id === id) as Monitor;

describe('http/json-media-type', () => {
  const { matches } = monitor('http/json-media-type');

  test('judges every success with content, wherever it was asked for', () => {
    expect(matches(answered({ body: {} }))).toBe(true);
    expect(matches(answered({ body: {}, step: 'path' }))).toBe(true);
    expect(matches(answered({ body: {}, requirement: 'run/setup', step: 'guides' }))).toBe(true);
  });

  test('judges no refusal, no empty answer, and nothing that no endpoint gave', () => {
    expect(matches(answered({ status: 401, body: {} }))).toBe(false);
    expect(matches(answered({ status: 204 }))).toBe(false);
    expect(matches(answered({ body: {}, request: { origin: 'token' } }))).toBe(false);
    expect(matches(answered({ body: {}, requirement: 'run/setup', step: 'path' }))).toBe(false);
    expect(matches(answered({ body: 'GET,HEAD', request: { method: 'OPTIONS' } }))).toBe(false);
    for (const requirement of ['errors/unknown-route', 'errors/method']) {
      expect(matches(answered({ body: {}, requirement }))).toBe(false);
    }
  });

  test.each([
    ['an answer is no JSON', { size: 3, text: 'abc' }],
    ['an answer is not readable as UTF-8', { size: 1, base64: '6Q==' }],
  ])('%s', (cause, body) => {
    const { answer, ...sent } = answered();
    expect(judgeJsonMediaType({ ...sent, answer: { ...answer, body } })).toMatchObject({ kind: 'violated', cause });
  });
});

test('http/json-interoperable leaves out what comes back of odd bodies', () => {
  const { matches } = monitor('http/json-interoperable');
  expect(matches(answered({ body: {} }))).toBe(true);
  expect(matches(answered({ body: {}, step: 'odd-1' }))).toBe(false);
  expect(matches(answered({ body: '' }))).toBe(false);
  expect(matches(answered({ body: 'text' }))).toBe(false);
  expect(matches(answered({ body: {}, request: { origin: 'jwks' } }))).toBe(false);
});

test('http/json-interoperable leaves out what the run itself sent and the target shows later', () => {
  const { judge } = monitor('http/json-interoperable');
  const kindOf = (body: string) => judge?.(answered({ body }), undefined as never).kind;
  const before = '{"address":{"postalCode":10117},"before":{"postalCode":730192846501928374650192837465}}';
  expect(kindOf(before)).toBe('held');
  expect(kindOf('{"m2mTwice":1,"m2mTwice":2,"at":7.301928E+400}')).toBe('held');
  expect(kindOf('{"m2mTwice":1,"m2mTwice":2,"at":1E+400}')).toBe('violated');
});

describe('http/no-server-error sends odd bodies', () => {
  const { probing } = monitor('http/no-server-error');
  const steps = async (name: string, changes: Partial<Bound['endpoint']> = {}) => {
    const asked: string[] = [];
    const ask = asking((step) => {
      asked.push(step);
      return { status: 400 };
    });
    const bound = boundTo(name);
    expect(await probing?.({ ...bound, endpoint: { ...bound.endpoint, ...changes } }, ask)).toEqual([]);
    return asked;
  };

  test('where something is written, and then what is in order', async () => {
    const asked = await steps('address');
    expect(asked.at(-1)).toBe('after-odd');
    const [bodies, types] = [/^odd-\d+$/, /^odd-type-\d+$/].map((form) => asked.filter((step) => form.test(step)));
    expect([...(bodies ?? []), ...(types ?? []), 'by-itself-client-type', 'after-odd']).toEqual(asked);
    expect(types?.length).toBeGreaterThan(5);
    expect(asked.length).toBeGreaterThan(7);
  });

  test('a few of them as an order and the incomplete ones, and none that is in order after', async () => {
    expect(await steps('orders')).toEqual(Array.from({ length: 6 + 7 }, (_, nth) => `odd-${nth}`));
  });

  test('and none where no body is expected, or to the token endpoint', async () => {
    expect(await steps('guides')).not.toContainEqual(expect.stringContaining('odd'));
    expect(await steps('guides', { safety: 'write' })).not.toContainEqual(expect.stringContaining('odd'));
    expect(await steps('token')).toEqual([]);
  });
});

test('a lifetime for shared caches that is no number allows them nothing', () => {
  expect(judgePrivate(withHeaders({ 'Cache-Control': 's-maxage=soon' }))).toMatchObject({ kind: 'held' });
  expect(judgePrivate(withHeaders({ 'Cache-Control': 's-maxage=60' }))).toMatchObject({
    kind: 'violated',
    cause: 's-maxage lets shared caches store user data',
  });
});

describe('http/answers', () => {
  test.each<[Unanswered['answer']['lost'], string]>([
    ['closed', 'the connection is closed without an answer'],
    ['timeout', 'a request is never answered'],
    ['invalid-http', 'the answer is no valid HTTP'],
  ])('%s: %s', (lost, cause) => {
    const unanswered = { ...answered(), answer: { lost, detail: 'it ended' } };
    expect(judgeLost(unanswered)).toMatchObject({ cause });
  });

  test.each(['http/large-input', 'http/protocol-violations'])('%s speaks for itself', (requirement) => {
    expect(judgeLost({ ...answered({ requirement }), answer: { lost: 'closed', detail: '' } })).toBeUndefined();
  });

  test('an odd field may be a firewall’s to answer', () => {
    const odd = answered({ requirement: 'http/no-server-error', step: 'field-0' });
    expect(judgeLost({ ...odd, answer: { lost: 'timeout', detail: '' } })).toBeUndefined();
  });

  test('whoever knows no such method may hang up, and not hang', () => {
    const unknown = answered({ requirement: 'errors/method' });
    expect(judgeLost({ ...unknown, answer: { lost: 'closed', detail: '' } })).toBeUndefined();
    expect(judgeLost({ ...unknown, answer: { lost: 'timeout', detail: '' } })).toMatchObject({ kind: 'violated' });
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
    [false, 'a NUL in a text', { body: '{"city":"a\\u0000b"}' }],
    [false, 'a lone surrogate', { body: '{"city":"\\ud800"}' }],
    [false, 'an apostrophe', { body: `{"city":"L'Aquila, d'or"}` }],
    [false, 'symbols', { headers: [['x-user-id', { symbol: 'user:first' }]] }],
    [false, 'a percent sign that encodes nothing', { path: '/cash?m2m=%zz' }],
    [false, 'depth', { body: '[[[[[[1]]]]]]' }],
  ])('what a firewall may take for an attack (%s): %s', (isOne, _what, request) => {
    const came = judgeLost({ ...answered({ request }), answer: { lost: 'timeout', detail: '' } });
    expect(came === undefined).toBe(isOne);
  });

  test('holds for whatever is answered, but for what a server may cut off', () => {
    const { matches, judge } = monitor('http/answers');
    expect(matches(answered({ status: 500 }))).toBe(true);
    expect(judge?.(answered(), undefined as never)).toEqual({ kind: 'held' });
    expect(matches(answered({ request: { wire: 'raw' } }))).toBe(false);
    expect(matches(answered({ request: { headers: [['x', 'é']] } }))).toBe(false);
    expect(matches(answered({ request: { origin: 'jwks' } }))).toBe(false);
  });
});

describe('http/tls', () => {
  const tls = http.requirements.find(({ id }) => id === 'http/tls') as Scenario;
  const unasked = asking((): Exchange => silence('stopped'));

  test('judges the API and the token endpoint', async () => {
    const secure = { baseUrl: 'https://api.example.com', authUrl: 'https://id.example.com' };
    const run = async (target: Partial<typeof secure>) =>
      (await tls.run(boundTo('guides', { target: { ...secure, ...target } as never }), unasked)).map(
        ({ kind }) => kind,
      );
    expect(await run({})).toEqual(['held']);
    expect(await run({ baseUrl: 'http://api.example.com' })).toEqual(['violated']);
    expect(await run({ authUrl: 'http://id.example.com' })).toEqual(['violated']);
  });

  test('a pass on loopback is qualified', () => {
    expect(judgeTls(['https://api.example.com', 'https://id.example.com'])).toEqual({ kind: 'held' });
    expect(judgeTls(['http://localhost', 'https://id.example.com'])).toMatchObject({ note: expect.any(String) });
  });

  test.each([
    ['held', 'http://app.localhost'],
    ['held', 'http://127.10.20.30'],
    ['held', 'http://[::ffff:127.0.0.1]'],
    ['held', 'http://[::ffff:127.1.1.1]'],
    ['violated', 'http://mylocalhost'],
    ['violated', 'http://localhost.example.com'],
    ['violated', 'http://[::ffff:8.8.8.8]'],
    ['violated', 'http://[::2]'],
  ])('%s: %s', (kind, url) => {
    expect(judgeTls([url]).kind).toBe(kind);
  });
});
