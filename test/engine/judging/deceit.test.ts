import { describe, expect, test } from 'vitest';
import { disguisedError, freshness, mediaType, withoutQuoted } from '../../../engine/index.ts';
import { answered } from '../../suites/answered.ts';

const error = (status: unknown) => ({
  status,
  error: { message: 'no' },
  responseId: '8f14e45f-ceea-467f-a9e0-4d6a2b0c9f11',
});

describe('an error with a status of success', () => {
  test.each([
    [200, error(400), 400],
    [204, error(599), 599],
    [299, { ...error(401), data: [] }, 401],
    [200, error(399), undefined],
    [200, error(600), undefined],
    [200, error('401'), undefined],
    [200, { ...error(401), error: null }, undefined],
    [200, [error(401)], undefined],
    [200, { status: 401 }, undefined],
    [401, error(401), undefined],
    [302, error(401), undefined],
  ])('%i with %j says %s', (status, body, stated) => {
    expect(disguisedError(answered({ status, body }))).toBe(stated);
  });
});

describe('of several media types', () => {
  const typed = (...lines: readonly string[]) =>
    mediaType(answered({ headers: lines.map((line) => ['Content-Type', line] as const) }));

  test.each([
    [['application/json', 'text/html'], 'text/html'],
    [['text/html', 'application/json'], 'text/html'],
    [['application/json;a=b,TEXT/HTML; c=d'], 'text/html'],
    [['application/json', 'Application/Problem+JSON'], 'application/json'],
    [['', 'application/json'], 'application/json'],
    [[',application/json,'], 'application/json'],
    [['', ' '], ''],
    [['application/json;p="a,text/html"'], 'application/json'],
    [['application/json;p="a\\",text/html"'], 'application/json'],
    [['application/json;p="a,text/html'], 'application/json'],
  ])('%j is %s', (lines, type) => {
    expect(typed(...lines)).toBe(type);
  });
});

describe('what stands in quotation marks', () => {
  test.each([
    ['a="b,c", d', 'a="", d'],
    ['a="b\\",c", d', 'a="", d'],
    ['a="b, c', 'a=""'],
    ['a="b\\', 'a=""'],
    ['a""b', 'a""b'],
  ])('%s is %s', (value, rest) => {
    expect(withoutQuoted(value)).toBe(rest);
  });

  test.each(['"\\'.repeat(200_000), '"'.repeat(400_001), '\\"'.repeat(200_000)])('takes no time', (value) => {
    const started = performance.now();
    withoutQuoted(value);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

test('of two Dates that differ none counts', () => {
  const dated = (...dates: readonly string[]) =>
    freshness(
      answered({
        headers: [...dates.map((date) => ['Date', date] as const), ['Expires', 'Sat, 21 Nov 2026 06:30:00 GMT']],
      }),
    );
  const [six, later] = ['Sat, 21 Nov 2026 06:00:00 GMT', 'Sat, 21 Nov 2026 06:20:00 GMT'];
  expect(dated(six)).toMatchObject({ kind: 'seconds', seconds: 1800 });
  expect(dated(six, six)).toMatchObject({ kind: 'seconds', seconds: 1800 });
  expect(dated(six, later)).toMatchObject({ kind: 'invalid' });
});
