import { expect, test } from 'vitest';
import { cookiesIn } from '../../../engine/wire/cookies.ts';

const now = Date.parse('2025-07-01T08:00:00Z');
const of = (...lines: readonly string[]) =>
  cookiesIn({ headers: lines.map((line) => ['set-cookie', line] as const) }, now);

test('cookies are sent back without their attributes, and only the last one of each name', () => {
  expect(of('sid=a1; Path=/; HttpOnly', 'lang=en', 'sid=b2=; Secure')).toBe('sid=b2=; lang=en');
  expect(cookiesIn({ headers: [['Cookie', 'sid=1']] }, now)).toBeUndefined();
});

test('a deleted or invalid cookie is not sent back', () => {
  expect(
    of('a=1; Max-Age=0', 'b=1; max-age=-1', 'c=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT'),
  ).toBeUndefined();
  expect(of('a=', '=1', 'a', 'a=\u00e9', 'a b=1')).toBeUndefined();
  expect(of('a=1; Max-Age=60', 'b=1; Expires=Wed, 01 Jul 2026 00:00:00 GMT')).toBe('a=1; b=1');
});

test('cookies beyond the size limit are omitted', () => {
  expect(of(`a=${'x'.repeat(1_990)}`, `b=${'x'.repeat(20)}`, 'c=1')).toBe(
    `a=${'x'.repeat(1_990)}; c=1`,
  );
});
