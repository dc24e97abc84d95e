import { describe, expect, test } from 'vitest';
import type { Answered, Exchange } from '../../engine/index.ts';
import { judgeQuery, normalised, placesOf } from '../../suites/every-endpoint/without-query.ts';
import { answered } from './answered.ts';
import { silence } from './asking.ts';

const now = 1_700_000_000_000;
const cash = (at: unknown, path = '/cash') => answered({ body: { total: 7, at }, request: { path } });
const kind = (exchange: Exchange, control: Answered) => judgeQuery(exchange, control, new Set(), 'm2m=1').kind;

describe('a query that is no URI', () => {
  test.each([
    ['held', 'closed'],
    ['unanswered', 'timeout'],
    ['unanswered', 'refused-connection'],
  ] as const)('%s where what comes is %s', (expected, lost) => {
    const { request } = cash(1, '/cash?m2m=%zz');
    expect(kind({ ...silence(lost), request }, cash(1))).toBe(expected);
  });
});

describe('what an answer says of itself', () => {
  const [before, after] = [new Date(now - 9000).toISOString(), new Date(now).toISOString()];

  test('is no difference of the guides either, whose order counts', () => {
    const path = '/learn/learning-guides';
    const pair = [cash(before, path), cash(after, `${path}?m2m=1`)] as const;
    expect(kind(pair[1], pair[0])).toBe('held');
    expect(placesOf(pair, new Set(), [])).toEqual([]);
  });

  test.each<[string, string, string, string, string]>([
    ['held', 'the line of the request', 'm2m=1', 'GET /cash HTTP/1.1', 'GET /cash?m2m=1 HTTP/1.1'],
    ['held', 'a list with places', 'm2m[]=1', '/v1/b', '/v1/b?m2m%5B0%5D=1'],
    ['held', 'a list with large places', 'm2m[10]=1', '/v1/b', '/v1/b?m2m=1'],
    ['violated', 'another name in brackets', 'm2m[a]=1', '/v1/b', '/v1/b?m2m[b]=1'],
    ['violated', 'an address without its query', 'm2m=1', '/v1/b?page=2', '/v1/b'],
    ['violated', 'an empty text', 'm2m=1', 'r-0', ''],
  ])('%s: %s', (expected, _what, query, without, value) => {
    expect(kind(cash(value, `/cash?${query}`), cash(without))).toBe(expected);
  });
});

test.each([
  ['b=2&a=1', 'a=1&b=2'],
  ['a=2&a=1', 'a=1&a=2'],
  ['a=1&b=', 'a=1'],
  ['a=', ''],
  ['%61=1', 'a=1'],
])('servers may take %s for %s', (one, other) => {
  expect(normalised(one)).toBe(normalised(other));
});

test.each([
  ['a=1', 'a=2'],
  ['a=1', 'b=1'],
  ['a=1', ''],
  ['a=1&b=2', 'a=2&b=1'],
])('no server takes %s for %s', (one, other) => {
  expect(normalised(one)).not.toBe(normalised(other));
});
