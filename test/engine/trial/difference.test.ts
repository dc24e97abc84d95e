import { describe, expect, test } from 'vitest';
import { symbol, valueText } from '../../../engine/index.ts';
import { changeOf, differenceOf, placesThatEcho } from '../../../engine/trial/difference.ts';
import { readWithStatus } from '../../../engine/trial/response-statements.ts';
import { otherSpellings } from '../../../engine/trial/spellings.ts';
import {
  isInList,
  isMoment,
  listOf,
  ordersIn,
  statementsOf,
} from '../../../engine/trial/statements.ts';
import { answered } from '../../suites/answered.ts';

const now = 1_700_000_000_000;
const moment = (ms: number) => new Date(now + ms).toISOString();

test.each<[boolean, string | number | boolean]>([
  [true, moment(0)],
  [true, moment(-9_000)],
  [true, now / 1000 - 9],
  [true, now],
  [false, moment(-1e8)],
  [false, moment(-3_600_000)],
  [false, 7],
  [false, 'soon'],
  [false, true],
])('%s: %j is the time of the response', (expected, value) => {
  expect([...statementsOf({ value })].map((one) => isMoment(one, now))).toEqual([expected]);
});

test.each<[string[], readonly unknown[]]>([
  [['/v'], ['a', 'b', 'c', 'd']],
  [['/v'], ['a', 'b', 'c', 'd', 'e', 'e', 'e', 'e']],
  [[], ['a', 'b', 'c']],
  [[], ['a', 'b', 'c', 'd', 'e', 'e', 'f', 'f', 'f']],
  [[], ['e', 'e', 'e', 'e']],
  [['/v/*'], [['a', 'x'], ['b', 'x'], ['c'], ['d', 'x']]],
])('the places %j differ in each response: %j', (expected, values) => {
  const control = statementsOf({ v: 'control', total: 1 });
  const differences = values.map((v) =>
    differenceOf(control, statementsOf({ v, total: 2 } as never)),
  );
  expect([...placesThatEcho(differences)]).toEqual(expected);
});

test.each<[string[], unknown]>([
  [['/total', 'absent', '7'], { data: [1, 2] }],
  [['/total', 'null', '7'], { data: [1, 2], total: null }],
  [['/data', 'an array of 0', 'an array of 2'], { data: [], total: 7 }],
  [['/data/1', '"b"', '2'], { data: [1, 'b'], total: 7 }],
  [['/data/0', '2', '1'], { data: [2, 1], total: 7 }],
  [[], 'text'],
])('the change is %j: %j', (expected, body) => {
  const [former, other] = [{ data: [1, 2], total: 7 }, answered({ body })];
  const places = body === 'text' ? new Set(['']) : new Set(['/data/*', '/data', '/total']);
  expect(Object.values(changeOf(answered({ body: former }), other, places) ?? {})).toEqual(
    expected,
  );
});

const all = (last: number) => JSON.stringify({ data: [...Array(10).fill(1), last] });
test.each<[readonly string[], readonly string[]]>([
  [['/data/10', '9', '8'], ['/data/*']],
  [['/data/10', '9', '8'], ['element of /data/*']],
  [['the body', all(9), all(8)], ['/other/data/*']],
])('the change is %j at %j', (expected, places) => {
  const [former, now] = [8, 9].map((last) => answered({ body: all(last) }));
  expect(Object.values((former && now && changeOf(former, now, new Set(places))) ?? {})).toEqual(
    expected,
  );
});

test('a response has statements on its status, and none on moments and noise', () => {
  const read = (isOrdered: boolean) =>
    readWithStatus(
      answered({ body: { data: [1, 2], at: moment(0), seen: now, trace: 7 }, at: now }),
      {
        isOrdered,
        noise: new Set(['/trace']),
      },
    );
  const [plain, ordered] = [read(false), read(true)].map((one) => [...(one?.says ?? [])]);
  expect(plain?.map((one) => one.replace(/\n[\w-]{43}$/, ''))).toEqual([
    'status\n200',
    '/data/*\n1',
    '/data/*\n2',
    'length of /data\n2',
    'element of /data',
    'element of /data',
  ]);
  expect(ordered?.slice(0, -1)).toEqual(plain);
  expect(['/l/*\n1', '/l/*/id\n1', '/l\n1', '/l/*/m/*\n1'].map(listOf)).toEqual([
    '/l/*',
    '/l/*',
    '',
    '/l/*/m/*',
  ]);
  expect(['/l/*\n1', '/l/*/id\n1', '/l*\n1'].map(isInList)).toEqual([true, true, false]);
});

test('the order of a list is a statement of its own', () => {
  const of = (...ids: string[]) => ordersIn({ data: ids.map((id) => ({ id, kind: 'k' })) });
  expect(of('a', 'b')).toEqual(of('a', 'b'));
  expect(of('a', 'b')).not.toEqual(of('b', 'a'));
  expect(of('a').size).toBe(0);
});

describe('other URLs without parameters', () => {
  // By RFC 3986, `resolved` removes dots (section 5.2.4) and `withLetters` decodes letters
  // (6.2.2.2, 2.1).
  const resolved = (path: string) =>
    new URL(path.replace(/^\/{2,}/, '/'), 'http://127.0.0.1').pathname;
  const withLetters = (path: string) =>
    path.replace(/%([46][1-9A-F]|[57][0-9A])/g, (_text, code) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );

  test('name the same resource, and are new each time', () => {
    const plain = { ...answered().request, path: '/portfolio/insights' };
    const numbers = Array.from({ length: 33 }, (_, nth) => nth);
    const paths = numbers.flatMap((nth) =>
      otherSpellings(plain).map((spelled) => valueText(spelled(nth).path)),
    );
    for (const path of paths)
      expect(withLetters(resolved(path)).replace(/;m2m-fresh=\d+$/, '')).toBe(
        valueText(plain.path),
      );
    // Other checks use these spellings.
    const others = [
      '/%70ortfolio/insights',
      '/./portfolio/insights',
      '//portfolio/insights',
      valueText(plain.path),
    ];
    expect(new Set([...others, ...paths]).size).toBe(paths.length + others.length);
    expect(otherSpellings({ ...plain, path: symbol('user:first') })).toEqual([]);
  });
});
