import { describe, expect, test } from 'vitest';
import type { Answered, Exchange } from '../../../engine/index.ts';
import { judgeQuery, normalised, otherValues, placesOf } from '../../../suites/every-endpoint/without-query.ts';
import { answered, type Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { silence } from '../asking.ts';

const now = 1_700_000_000_000;
const moment = (ms: number) => new Date(now + ms).toISOString();
const cash = (meta: unknown, path = '/cash') => answered({ body: { total: 7, meta }, request: { path } });
const of = (body: unknown, path = '/cash') => answered({ body, request: { path } });
const kindOf = (exchange: Exchange, control: Answered, varying: readonly string[] = [], query = 'm2m=1') =>
  judgeQuery(exchange, control, new Set(varying), query).kind;

describe('a value that describes the response itself', () => {
  const kind = (without: unknown, value: unknown, others: readonly unknown[] = [], query = 'm2m=abc') => {
    const [control, given] = [cash(without), (at: unknown) => cash(at, `/cash?${query}`)];
    const values = others.map((other) => otherValues(control, given(other)));
    return judgeQuery(given(value), control, new Set(), query, values).kind;
  };

  const page = 'http://api.svc/l/';
  test.each<[string, unknown, unknown, (readonly unknown[])?, string?]>([
    ['the time as text', moment(-9000), moment(0)],
    ['the time in milliseconds', now - 9000, now],
    ['the time in seconds', now / 1000 - 9, now / 1000],
    ['the path of the request', '/cash', '/cash?m2m=abc'],
    ['the URL', 'https://api.example/v1/cash', 'https://api.example/v1/cash?m2m=abc'],
    ['the query alone', '', '?m2m=abc'],
    ['the query in another spelling', '?', '?m2m=%61bc'],
    ['a URL inside, in another spelling', 'http://balances.svc/v1/b', 'http://balances.svc/v1/b?m2m=%61bc'],
    ['a path with a query of its own', '/v1/cash?', '/v1/cash?m2m=abc&m2m=abc'],
    ['a link to the next page', `${page}?page=2`, `${page}?m2m=%61bc&page=2`],
    ['a reference to the next page', '?page=2', '?page=2&m2m=abc'],
    ['another id each time', 'r-0', 'r-4', ['r-1', 'r-2', 'r-3', 'r-4']],
    ['the request line', 'GET /cash HTTP/1.1', 'GET /cash?m2m=1 HTTP/1.1', [], 'm2m=1'],
    ['a list with indexes', '/v1/b', '/v1/b?m2m%5B0%5D=1', [], 'm2m[]=1'],
    ['a list with large indexes', '/v1/b', '/v1/b?m2m=1', [], 'm2m[10]=1'],
  ])('is no difference: %s', (_what, without, value, others = [], query) => {
    expect(kind(without, value, others, query)).toBe('pass');
    const inner = (one: unknown) => ({ in: one });
    expect(kind(inner(without), inner(value), others.map(inner), query)).toBe('pass');
  });

  test.each<[string, unknown, unknown, (readonly unknown[])?, string?]>([
    ['a time long ago', moment(-1e8), moment(0)],
    ['a time an hour ago', moment(-3_600_000), moment(0)],
    ['another number', 7, 8],
    ['the value of the query', 'cash', 'abc', ['abc', 'def', 'ghi', 'jkl']],
    ['the query without its mark', 'cash', 'm2m=abc', ['m2m=abc', 'm2m=def', 'm2m=ghi', 'm2m=jkl']],
    ['another query', '', '?m2m=def'],
    ['a path with another query', '/v1/b', '/v1/b?m2m=abd'],
    ['a link to another page', '/v1/b?page=2', '/v1/b?m2m=abc&page=3'],
    ['a reference to another page', '?page=2', '?m2m=abc&page=3'],
    ['another path', '/v1/cash', '/v1/other?m2m=abc'],
    ['a string with the query', 'cash', 'cash?m2m=abc'],
    ['the same other one each time', 'r-0', 'r-4', ['r-4', 'r-4', 'r-4', 'r-4']],
    ['few ids, one response without', 'r-0', 'r-4', ['r-1', null, 'r-3', 'r-4']],
    ['few ids', 'r-0', 'r-3', ['r-1', 'r-2', 'r-3']],
    ['a longer list', ['r-0'], ['r-4', 'r-5'], [['r-1'], ['r-2'], ['r-3'], ['r-4', 'r-5']]],
    ['nothing', 'r-0', null, ['r-1', 'r-2', 'r-3', 'r-4']],
    ['another name in brackets', '/v1/b', '/v1/b?m2m[b]=1', [], 'm2m[a]=1'],
    ['a path without its query', '/v1/b?page=2', '/v1/b', [], 'm2m=1'],
    ['an empty string', 'r-0', '', [], 'm2m=1'],
  ])('is not the same as %s', (_what, without, value, others, query) => {
    expect(kind(without, value, others, query)).toBe('fail');
  });

  test('is no difference of the guides either, whose order counts', () => {
    const path = '/learn/learning-guides';
    const pair = [cash(moment(-9000), path), cash(moment(0), `${path}?m2m=1`)] as const;
    expect(kindOf(pair[1], pair[0])).toBe('pass');
    expect(placesOf(pair, new Set(), [])).toEqual([]);
  });
});

describe('a list in another order', () => {
  const [list, reversed] = [{ data: [{ id: 'a' }, { id: 'b' }] }, { data: [{ id: 'b' }, { id: 'a' }] }];
  test.each<[string, string, string, unknown, unknown]>([
    ['pass', 'alone', '/cash', list, reversed],
    ['fail', 'of the guides', '/learn/learning-guides', list, reversed],
    ['fail', 'beside another difference', '/cash', list, { ...reversed, total: 1 }],
    ['pass', 'beside a time', '/cash', { ...list, at: moment(0) }, { ...reversed, at: moment(-9000) }],
    ['fail', 'beside another string', '/cash', { ...list, at: 'a' }, { ...reversed, at: 'b' }],
    ['fail', 'against a string', '/cash', list, 'text'],
    ['fail', 'against a string at first', '/cash', 'text', list],
    ['fail', 'two strings', '/cash', 'text', 'another'],
    ['pass', 'the same string', '/cash', 'text', 'text'],
  ])('%s: %s', (kind, _what, path, one, other) => {
    expect(kindOf(of(other, path), of(one, path))).toBe(kind);
  });
});

const data = [{ id: 'a', 'x/y': [1, 2] }];
const control = of({ data, total: 7 });

test.each<[string, string, Given | Exchange]>([
  ['pass', 'the same', { body: { data, total: 7 } }],
  ['pass', 'a refusal', apiError(400)],
  ['inconclusive', 'no response', silence('timeout')],
  ['inconclusive', 'load shedding', { status: 429 }],
  ['inconclusive', 'load shedding', { status: 503 }],
  ['inconclusive', 'a failure', { status: 500 }],
  ['fail', 'another status of success', { status: 206, body: {} }],
  ['fail', 'a redirect', { status: 302 }],
  ['fail', 'no content', { body: '' }],
  ['fail', 'no JSON', { body: 'text' }],
])('%s: %s', (kind, _what, given) => {
  expect(kindOf('answer' in given ? given : answered(given), control)).toBe(kind);
});

test.each([
  ['pass', 'closed'],
  ['inconclusive', 'timeout'],
  ['inconclusive', 'refused-connection'],
] as const)('%s: %s, for a query that is no URI', (kind, lost) => {
  const { request } = cash(1, '/cash?m2m=%zz');
  expect(kindOf({ ...silence(lost), request }, cash(1))).toBe(kind);
});

test.each<[string, unknown]>([
  ['/total is absent instead of 7', { data }],
  ['/total is null instead of 7', { data, total: null }],
  ['/data is an array of 0 instead of an array of 1', { data: [], total: 7 }],
  ['/data/0/x~1y is an array of 1 instead of an array of 2', { data: [{ id: 'a', 'x/y': [1] }], total: 7 }],
  ['/data/0/id is "b" instead of "a"', { data: [{ id: 'b', 'x/y': [1, 2] }], total: 7 }],
  ['/toString is 1 instead of absent', { data, total: 7, toString: 1 }],
])('a finding names the first place that differs: %s', (actual, body) => {
  const finding = { cause: 'an unknown query parameter changes the response', actual: expect.stringContaining(actual) };
  expect(judgeQuery(of(body), control, new Set(), 'm2m=1')).toMatchObject(finding);
});

test('a finding contains the beginning of a long value', () => {
  const long = of({ data: [{ id: 'x'.repeat(200), 'x/y': [1, 2] }], total: 7 });
  const judgement = judgeQuery(long, control, new Set(), 'm2m=1');
  expect(judgement.kind === 'fail' && judgement.actual.length).toBeLessThan(120);
});

test.each<[string, unknown, unknown, string]>([
  ['pass', { data: [{ id: 'a' }] }, { data: [{ id: 'b' }] }, '/data/*/id'],
  ['fail', { data: [{ id: 'a' }] }, { data: [{ id: 'b' }] }, '/total'],
  ['pass', { 10: 'a', a1: 'b' }, { 10: 'x', a1: 'b' }, '/*'],
])('%s: %j, then %j if %s varies', (kind, one, other, varying) => {
  expect(kindOf(of(other), of(one), [varying])).toBe(kind);
});

test.each<[string, string, Given]>([
  ['pass', 'm2m=1&limit=1', { body: {} }],
  ['pass', 'limit=1&m2m=1', { body: {} }],
  ['fail', 'unlimited=1', { body: {} }],
  ['pass', 'limit=1', { status: 206, body: {} }],
  ['pass', 'page=9', { status: 204, body: '' }],
  ['fail', 'page=9', { status: 302 }],
])('%s: one name that may have a meaning is enough: %s', (kind, query, given) => {
  expect(kindOf(answered(given), control, [], query)).toBe(kind);
});

test('lists that are too long cannot be compared', () => {
  const [long, short, longer] = [of(Array(100_001).fill(0)), of(Array(100).fill(0)), of(Array(100_001).fill(1))];
  const kinds = [kindOf(long, short), kindOf(short, long), kindOf(long, longer)];
  expect(kinds).toEqual(Array(3).fill('inconclusive'));
  expect([...otherValues(long, longer).keys()]).toEqual(['']);
});

test.each([
  [true, 'b=2&a=1', 'a=1&b=2'],
  [true, 'a=2&a=1', 'a=1&a=2'],
  [true, 'a=1&b=', 'a=1'],
  [true, 'a=', ''],
  [true, '%61=1', 'a=1'],
  [false, 'a=1', 'a=2'],
  [false, 'a=1', 'b=1'],
  [false, 'a=1', ''],
  [false, 'a=1&b=2', 'a=2&b=1'],
])('a server may take (%s) %s for %s', (isSame, one, other) => {
  expect(normalised(one) === normalised(other)).toBe(isSame);
});
