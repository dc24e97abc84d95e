import { expect, test } from 'vitest';
import { listedIn } from '../../../engine/judging/answer.ts';
import {
  directivesNamed,
  parseCacheControl,
  seconds,
  unqualified,
} from '../../../engine/judging/freshness.ts';

test.each([
  ['max-age=1800', 'max-age=1800'],
  ['Max-Age=1800', 'max-age=1800'],
  ['private, max-age=1800', 'private|max-age=1800'],
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
  ['x~y|z=a.b-c_d', 'x~y|z=a.b-c_d'],
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
  ['private; max-age=1800', 'no comma after private'],
  ['max-age= 1800', 'max-age has = and no argument'],
  ['max-age=', 'max-age has = and no argument'],
  ['=1800', 'no directive name'],
  ['"private"', 'no directive name'],
  ['max-age="1800', 'the quoted argument of max-age'],
  ['max-age="18"00', 'no comma after max-age'],
  ['{"max-age":1800}', 'no comma after {'],
  ['max-age=1800 s', 'no comma after max-age'],
  ['ext="a\\', 'the quoted argument of ext'],
])('%j is invalid', (value, problem) => {
  const found = parseCacheControl(value).problem ?? 'no problem';
  // A curly bracket is not a token character either.
  expect(found.startsWith(problem) || found.startsWith('no directive name')).toBe(true);
});

test('directives before a problem are read', () => {
  expect(parseCacheControl('private, max-age: 5').directives.map(({ name }) => name)).toEqual([
    'private',
    'max-age',
  ]);
});

test('a hostile value is read in linear time', () => {
  const { directives } = parseCacheControl(`${'a,'.repeat(50_000)}x="${'\\"'.repeat(50_000)}`);
  expect(directives).toHaveLength(50_000);
});

test.each([
  ['max-age=1800', 1800],
  ['max-age="1800"', 1800],
  ['max-age=01800', 1800],
  ...['max-age', 'max-age=-1', 'max-age=1.5', 'max-age=1e3', 'max-age=+5', 'max-age=""'].map(
    (one) => [one, undefined],
  ),
] as [string, number | undefined][])('%s states %s seconds', (value, expected) => {
  const [directive] = directivesNamed(parseCacheControl(value), 'max-age');
  expect(directive && seconds(directive)).toBe(expected);
});

test.each([
  ['private', true],
  ['private="set-cookie"', false],
  ['private="a", private', true],
])('%s applies to the whole response: %j', (value, expected) => {
  expect(unqualified(parseCacheControl(value), 'private')).toBe(expected);
});

test.each([
  [undefined, []],
  ['', []],
  ['X-User-Id', ['x-user-id']],
  ['Accept-Encoding, x-user-id', ['accept-encoding', 'x-user-id']],
  ['Accept-Encoding,,x-user-id,', ['accept-encoding', 'x-user-id']],
  ['*', ['*']],
])('Vary %j', (value, names) => {
  expect(listedIn(value)).toEqual(names);
});
