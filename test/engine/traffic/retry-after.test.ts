import { expect, test } from 'vitest';
import { pauseAskedFor, retryAfterMs } from '../../../engine/traffic/retry-after.ts';
import { answered } from '../samples.ts';

test.each<[value: string | undefined, ms: number | undefined]>([
  [undefined, undefined],
  ['0', 0],
  ['120', 120_000],
  ['Thu, 01 Jan 1970 00:01:00 GMT', 59_000],
  ['Friday, 01-Jan-99 00:01:00 GMT', 915_148_859_000],
  ['Thu Jan  1 00:01:00 1970', 59_000],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['5,7 , 6', 7_000],
  ...['5, soon', '-5', '1.5', 'soon', ''].map((value): [string, undefined] => [value, undefined]),
])('Retry-After %j is %s ms', (value, ms) => {
  expect(retryAfterMs(value, 1_000)).toBe(ms);
});

test('a date in Retry-After is relative to Date', () => {
  const until: [string, string] = ['Retry-After', 'Thu, 01 Jan 2099 00:00:05 GMT'];
  const now: [string, string] = ['Date', 'Thu, 01 Jan 2099 00:00:00 GMT'];
  expect(pauseAskedFor(answered({ status: 503, headers: [until, now] }))).toBe(5_000);
  expect(pauseAskedFor(answered({ status: 503, headers: [until, ['Date', 'today']] }))).toBeGreaterThan(1e9);
});
