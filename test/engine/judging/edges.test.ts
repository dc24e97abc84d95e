import { expect, test } from 'vitest';
import type { Monitor } from '../../../engine/index.ts';
import { followsClock } from '../../../engine/judging/countdown.ts';
import { freshness } from '../../../engine/judging/freshness.ts';
import { atPointer } from '../../../engine/judging/json-pointer.ts';
import { beyondDouble, hazards } from '../../../engine/judging/json-text.ts';
import { findLeak } from '../../../engine/judging/leaks.ts';
import { notifications } from '../../../suites/notification-settings/notifications.ts';
import { answered, type Given } from '../../suites/answered.ts';
import { apiError } from '../../suites/api-error.ts';
import { boundTo } from '../../suites/asking.ts';

test.each<[string, boolean]>([
  ['1000000000000000000000', false],
  ['0.0012345678901234567', false],
  ['-0.0012345678901234567', false],
  [`1.${'0'.repeat(998)}`, false],
  [`1.${'0'.repeat(1_000)}`, true],
  [`0.${'1'.repeat(101)}`, true],
])('%s is beyond a double: %j', (literal, isBeyond) => {
  expect(beyondDouble(literal) !== undefined).toBe(isBeyond);
});

test('of many hazards the first five are told', () => {
  expect(hazards(`{${Array.from({ length: 9 }, () => '"a":1').join()}}`)).toHaveLength(5);
  expect(hazards(`[${Array.from({ length: 9 }, () => '1e999').join()}]`)).toHaveLength(5);
});

test('expiries that lie apart are not the clock, in whatever order they were seen', () => {
  const seen = (at: number) => ({ first: at, last: at });
  expect(followsClock({ 1700: seen(580), 1790: seen(10) })).toBe('no');
  expect(followsClock({ 1700: seen(110), 1790: seen(20) })).toBe('yes');
});

test('several Expires have to agree', () => {
  const of = (...dates: readonly string[]) =>
    freshness(answered({ headers: dates.map((date) => ['Expires', date] as const), at: 0 }));
  const [one, other] = ['Thu, 01 Jan 1970 00:30:00 GMT', 'Thu, 01 Jan 1970 00:31:00 GMT'];
  expect(of(one, one)).toEqual({ kind: 'seconds', seconds: 1_800, source: 'Expires' });
  expect(of(one, other)).toMatchObject({ kind: 'invalid' });
});

test('a place in a list is a number without leading zeros', () => {
  const list = Array.from({ length: 12 }, (_, nth) => nth);
  expect(atPointer(list, '/11')).toBe(11);
  expect(atPointer(list, '/01')).toBeUndefined();
  expect(atPointer(list, '/1a')).toBeUndefined();
});

test('of a text the first hundred thousand characters are searched, and what is found is told briefly', () => {
  const trace = 'at list (/srv/guides.js:1:2)';
  expect(findLeak(`${' '.repeat(90_000)}${trace}`)).toBeDefined();
  expect(findLeak(`${' '.repeat(100_000)}${trace}`)).toBeUndefined();
  const excerpt = findLeak(`at ${'x'.repeat(190)} (/srv/guides.js:1:2)`)?.excerpt;
  expect(excerpt).toHaveLength(160);
});

test.each<[string, Given]>([
  ['held', { body: {} }],
  ['violated', { body: [] }],
  ['violated', apiError(400)],
  ['violated', { status: 206, body: {} }],
  ['unanswered', { body: '<html>' }],
  ['unanswered', { status: 500, body: {} }],
  ['unanswered', apiError(403)],
])('what is specified, %s', (kind, given) => {
  const ok = notifications.requirements.find(({ id }) => id === 'notifications/ok') as Monitor;
  expect(ok.judge?.(answered(given), boundTo('notifications')).kind).toBe(kind);
});
