import { expect, test } from 'vitest';
import { httpDate } from '../../../engine/judging/http-date.ts';

const seconds = (...at: Parameters<typeof Date.UTC>) => Date.UTC(...at) / 1000;

test.each([
  ['Sun, 06 Nov 1994 08:49:37 GMT', seconds(1994, 10, 6, 8, 49, 37)],
  ['Sunday, 06-Nov-94 08:49:37 GMT', seconds(1994, 10, 6, 8, 49, 37)],
  ['Sun Nov  6 08:49:37 1994', seconds(1994, 10, 6, 8, 49, 37)],
  ['Sun Nov 16 08:49:37 1994', seconds(1994, 10, 16, 8, 49, 37)],
  ['Tuesday, 01-Jan-75 00:00:00 GMT', seconds(2075, 0, 1)],
  ['Thursday, 01-Jan-76 00:00:00 GMT', seconds(1976, 0, 1)],
  ['Friday, 01-Jan-00 00:00:00 GMT', seconds(2000, 0, 1)],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['Wed, 31 Dec 2025 23:59:59 GMT', seconds(2025, 11, 31, 23, 59, 59)],
  ['sat, 31 dec 2016 23:59:60 gmt', seconds(2017, 0, 1)],
])('%s', (text, at) => {
  expect(httpDate(text)).toBe(at);
});

test.each([
  ...[
    undefined,
    '',
    '0',
    '-1',
    'now',
    'tomorrow',
    '1994-11-06T08:49:37Z',
    'Sun, 06 Foo 1994 08:49:37 GMT',
  ],
  'Thu, 00 Jan 1970 00:00:00 GMT',
  'Thu, 32 Jan 1970 00:00:00 GMT',
  'Thu, 01 Jan 1970 24:00:00 GMT',
  'Thu, 01 Jan 1970 00:60:00 GMT',
  'Thu, 01 Jan 1970 00:00:61 GMT',
  'Thu, 1 Jan 1970 00:00:00 GMT',
  'Thu, 01 Jan 1970 00:00:00 UTC',
  'Thu, 01 Jan 1970 00:00:00 GMT+1',
  ' Thu, 01 Jan 1970 00:00:00 GMT',
  'Thu Jan 32 00:00:00 1970',
])('no date: %j', (text) => {
  expect(httpDate(text)).toBeUndefined();
});
