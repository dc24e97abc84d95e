import { expect, test } from 'vitest';
import { freshness } from '../../../engine/judging/freshness.ts';
import { httpDate } from '../../../engine/judging/http-date.ts';
import { answered, withHeaders } from '../../suites/answered.ts';

const date = 'Tue, 14 Nov 2023 22:13:20 GMT';
const inHalfAnHour = 'Tue, 14 Nov 2023 22:43:20 GMT';

test.each([
  [{ 'Cache-Control': 'max-age=1800' }, '1800 max-age'],
  [{ 'Cache-Control': 'private, max-age=1800' }, '1800 max-age'],
  [{ 'Cache-Control': 'max-age="1800"' }, '1800 max-age'],
  [{ 'Cache-Control': 's-maxage=60, max-age=1800' }, '60 s-maxage'],
  // A shared cache may not store it, so its lifetime there means nothing.
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
  // Without Date, from when the answer came, which is the same moment here.
  [{ Expires: inHalfAnHour }, '1800 Expires'],
  [{ Date: inHalfAnHour, Expires: date }, '0 Expires'],
  [{ Expires: '0' }, '0 Expires'],
  [{ Expires: '-1' }, '0 Expires'],
  // max-age goes before Expires.
  [{ 'Cache-Control': 'max-age=1800', Date: date, Expires: date }, '1800 max-age'],
  // Age says how much of the lifetime is over, not how long it is.
  [{ 'Cache-Control': 'max-age=1800', Age: '1799' }, '1800 max-age'],
  [{ 'Cache-Control': 'max-age=1800000' }, '1800000 max-age'],
])('%j', (headers, expected) => {
  const found = freshness(withHeaders(headers));
  expect(found.kind === 'seconds' ? `${found.seconds} ${found.source}` : found.kind).toBe(expected);
});

test('Cache-Control in several lines is one list', () => {
  const lines = answered({
    headers: [
      ['Cache-Control', 'private'],
      ['cache-control', 'max-age=1800'],
    ],
  });
  expect(freshness(lines)).toEqual({ kind: 'seconds', seconds: 1800, source: 'max-age' });
});

test('all three forms of an HTTP-date', () => {
  const moment = Date.UTC(1994, 10, 6, 8, 49, 37) / 1000;
  expect(httpDate('Sun, 06 Nov 1994 08:49:37 GMT')).toBe(moment);
  expect(httpDate('Sunday, 06-Nov-94 08:49:37 GMT')).toBe(moment);
  expect(httpDate('Sun Nov  6 08:49:37 1994')).toBe(moment);
  for (const wrong of [undefined, '', '0', 'tomorrow', '1994-11-06T08:49:37Z', 'Sun, 06 Foo 1994 08:49:37 GMT']) {
    expect(httpDate(wrong)).toBeUndefined();
  }
});
