import { expect, test } from 'vitest';
import { freshness } from '../../../engine/judging/freshness.ts';
import { answered, withHeaders } from '../../suites/answered.ts';

type Line = readonly [name: string, value: string];
const told = (found: ReturnType<typeof freshness>) =>
  found.kind === 'seconds' ? `${found.seconds} ${found.source}` : found.kind;

const date = 'Tue, 14 Nov 2023 22:13:20 GMT';
const inHalfAnHour = 'Tue, 14 Nov 2023 22:43:20 GMT';

test.each([
  [{ 'Cache-Control': 'max-age=1800' }, '1800 max-age'],
  [{ 'Cache-Control': 'private, max-age=1800' }, '1800 max-age'],
  [{ 'Cache-Control': 'max-age="1800"' }, '1800 max-age'],
  [{ 'Cache-Control': 's-maxage=60, max-age=1800' }, '60 s-maxage'],
  // A shared cache may not store a private response, so s-maxage has no effect.
  [{ 'Cache-Control': 'private, s-maxage=60, max-age=1800' }, '1800 max-age'],
  [{ 'Cache-Control': 'private="set-cookie", s-maxage=60, max-age=1800' }, '60 s-maxage'],
  [{ 'Cache-Control': 'private, s-maxage=1800' }, 'none'],
  [{ 'Cache-Control': 'no-store, max-age=1800' }, 'no-store'],
  [{ 'Cache-Control': 'max-age=60, max-age=60' }, '60 max-age'],
  [{ 'Cache-Control': 'max-age=60, max-age=1800' }, 'invalid'],
  [{ 'Cache-Control': 'max-age=abc' }, 'invalid'],
  [{ 'Cache-Control': 'max-age' }, 'invalid'],
  [{ 'Cache-Control': 'max-age=-1' }, 'invalid'],
  [{ 'Cache-Control': 'private' }, 'none'],
  [{}, 'none'],
  [{ 'Cache-Control': 'private', Date: date, Expires: inHalfAnHour }, '1800 Expires'],
  [{ Date: date, Expires: inHalfAnHour }, '1800 Expires'],
  // Without Date, the lifetime counts from the arrival of the response, which is the same moment
  // here.
  [{ Expires: inHalfAnHour }, '1800 Expires'],
  [{ Date: inHalfAnHour, Expires: date }, '0 Expires'],
  [{ Expires: '0' }, '0 Expires'],
  [{ Expires: '-1' }, '0 Expires'],
  // max-age overrides Expires.
  [{ 'Cache-Control': 'max-age=1800', Date: date, Expires: date }, '1800 max-age'],
  // Age is the elapsed part of the lifetime. It does not change the lifetime.
  [{ 'Cache-Control': 'max-age=1800', Age: '1799' }, '1800 max-age'],
  [{ 'Cache-Control': 'max-age=1800000' }, '1800000 max-age'],
])('%j', (headers, expected) => {
  expect(told(freshness(withHeaders(headers)))).toBe(expected);
});

const dates = ['Date', 'Expires'].flatMap((name) =>
  [date, inHalfAnHour].map((value) => [name, value] as const),
);
const [dated, later, expired, expires] = dates as [Line, Line, Line, Line];

test.each<[lines: readonly Line[], expected: string]>([
  [
    [
      ['Cache-Control', 'private'],
      ['cache-control', 'max-age=1800'],
    ],
    '1800 max-age',
  ],
  [[expires, expires], '1800 Expires'],
  [[expires, expired], 'invalid'],
  [[dated, expires], '1800 Expires'],
  [[dated, dated, expires], '1800 Expires'],
  [[dated, later, expires], 'invalid'],
])('several lines: %j', (headers, expected) => {
  expect(told(freshness(answered({ headers })))).toBe(expected);
});
