import { expect, test } from 'vitest';
import { beyondDouble, hazards, isAsWritten } from '../../../engine/judging/json-text.ts';

test.each(
  [
    '0 -0 0.0 0e-999 1 -17 5.0 1e2 1E+2 0.1 12.340000000000000000000 1234567.89 9007199254740991 9007199254740992',
    '-9007199254740992 123456789012345680000 1700000000000 1.7976931348623157e308 5e-324 4.9406564584124654e-324',
    '0.12345678901234567 3.141592653589793 1e21 1000000000000000000000 0.0012345678901234567 -0.0012345678901234567',
    // The exact decimal expansion of a double, as some serialisers write it.
    '0.1000000000000000055511151231257827 3.141592653589793115997963468544185161590576171875',
    `1.${'0'.repeat(998)}`,
  ].flatMap((line) => line.split(' ')),
)('%.60s is a double', (literal) => {
  expect(beyondDouble(literal)).toBeUndefined();
});

test.each(
  [
    '9007199254740993 -9007199254740993 12345678901234567 9223372036854775807 1e309 -1E400 1e-400',
    `3.141592653589793238462643383279 1${'0'.repeat(2000)} 0.${'123456789'.repeat(20)} 1.${'0'.repeat(1_000)}`,
    `0.${'1'.repeat(101)}`,
  ].flatMap((line) => line.split(' ')),
)('%.60s is beyond a double', (literal) => {
  expect(beyondDouble(literal)).toBeDefined();
});

const kinds = (text: string) => hazards(text).map(({ kind, pointer }) => `${kind} ${pointer}`);

test.each([
  ['{"a":1,"a":2}', ['duplicate-member /a']],
  ['{"a":[{"b":1},{"b":1,"c":{"b":1},"b":2}]}', ['duplicate-member /a/1/b']],
  ['{"a":{"b":1},"c":{"b":1},"b":1}', []],
  ['{"a":1,"\\u0061":2}', ['duplicate-member /a']],
  ['{"A":1,"a":2}', []],
  ['{"__proto__":1,"constructor":2,"__proto__":3}', ['duplicate-member /__proto__']],
  ['{"data":[{"id":9007199254740993}]}', ['inexact-number /data/0/id']],
  ['{"id":"9007199254740993"}', []],
  ['9007199254740993', ['inexact-number ']],
  ['\uFEFF{"a":1}', ['byte-order-mark ']],
  ['{"a":"\uFEFF"}', []],
])('the hazards of %j are %j', (text, expected) => {
  expect(kinds(text)).toEqual(expected);
});

test.each([
  ['{"a":[1,"b",null]}', true],
  ['1e+21', true],
  ['{"a":1,"a":2}', false],
  ['9007199254740993', false],
  ['{ "a": 1 }', false],
])('%s is exactly what JSON.stringify writes: %j', (text, isSo) => {
  expect(isAsWritten(text, JSON.parse(text))).toBe(isSo);
});

test('the first five hazards are reported', () => {
  expect(hazards(`[${Array(1000).fill('1e999')}]`)).toHaveLength(5);
  expect(hazards(`{${Array(9).fill('"a":1')}}`)).toHaveLength(5);
});

test('hostile nesting neither throws nor hangs', () => {
  const depth = 3_000;
  expect(hazards('['.repeat(depth) + ']'.repeat(depth))).toEqual([]);
});

test('known numbers and names are no hazard, in any notation of the number', () => {
  const known = ['123456789012345678901234567890', '1e400', 'twice'];
  const kindsBut = (text: string) => hazards(text, known).map(({ pointer }) => pointer);
  const again = [
    '123456789012345678901234567890',
    '1.23456789012345678901234567890E+29',
    '1e400',
    '1E+400',
  ];
  expect(kindsBut(`{"a":[${again}],"twice":1,"twice":2}`)).toEqual([]);
  expect(
    kindsBut('{"a":[1e401,-1e400,-123456789012345678901234567890,1e-400],"b":1,"b":2}'),
  ).toEqual([...['/a/0', '/a/1', '/a/2', '/a/3'], '/b']);
  expect(kindsBut(`[${Array.from({ length: 9 }, () => '1e400')},1e999]`)).toEqual(['/9']);
});
