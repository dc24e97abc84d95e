import { expect, test } from 'vitest';
import type { Json } from '../../../engine/index.ts';
import { storedIn } from '../../../suites/address-read-back.ts';
import { comparable, seenAmong } from '../../../suites/users/address-compared.ts';
import {
  copiedAmong,
  inACircle,
  lastDigitLost,
  residueAmong,
  wrappedAmong,
} from '../../../suites/users/address-exchanged.ts';
import { answered } from '../answered.ts';

type Address = Readonly<Record<string, string | number>>;
/** Two addresses that were sent, or read back, in this order. */
type Pair = readonly [first: Address, second: Address];

const one = { line1: 'Main Road 1', line2: 'Floor 3', city: 'Hamburg', postalCode: 20095 };
const other = { line1: 'Castle Square 7', line2: 'Suite 412', city: 'Bremen', postalCode: 70173 };

/** Returns the two read-backs, and which sent members they contain. */
function read(sent: Pair, kept: Pair) {
  const [first, second] = kept.map((address) => storedIn(answered(), address as Json)) as [never, never];
  return [first, second, seenAmong(first, second, comparable(...sent))] as const;
}

/** Rotates values: each member gets the value of the next, and the last that of the first. */
const rotated = (address: Address, names = Object.keys(address)): Address => ({
  ...address,
  ...Object.fromEntries(names.map((name, at) => [name, address[names[(at + 1) % names.length] ?? ''] ?? ''])),
});
const abc = (values: string): Address =>
  Object.fromEntries(values.split(' ').map((value, at) => ['abcd'.charAt(at), value]));
const four: Pair = [abc('abcd efgh ijkl'), abc('mnop qrst uvwx')];
const houses: Pair = [
  { line1: 'House Alma', line2: 'Main Road 1', line3: 'Floor 3', city: 'Hamburg' },
  { line1: 'House Iris', line2: 'Castle Square 7', line3: 'Suite 412', city: 'Bremen' },
];
const villages: Pair = [
  { line1: 'Oberdorf', city: 'Oberdorf', line2: 'House 12', postalCode: 20095 },
  { line1: 'Neustadt', city: 'Neustadt', line2: 'Door 345', postalCode: 70173 },
];
const all = ['line1', 'line2', 'city', 'postalcode'];
const open = (address: Address): Address => ({ ...rotated(address), city: 'x' });

test.each<[string, Pair, (address: Address) => Address, readonly string[]]>([
  ['all members', [one, other], rotated, all],
  ['values of four characters', four, rotated, ['a', 'b', 'c']],
  ['values of three characters in the first', [abc('123 456 789'), four[1]], rotated, []],
  ['values of three characters in the second', [four[0], abc('123 456 789')], rotated, []],
  ['the second address alone', [one, other], (address) => (address === one ? one : rotated(address)), []],
  ['the first address alone', [one, other], (address) => (address === one ? rotated(address) : address), []],
  ['no end', [one, other], open, []],
  // An address service may reorder lines.
  ['lines alone', houses, (address) => rotated(address, ['line1', 'line2', 'line3']), []],
])('a circle of members has %s', (_what, sent, change, names) => {
  expect(inACircle(read(sent, [change(sent[0]), change(sent[1])])[2])).toEqual(names);
});

test('a circle is found if two of its members were sent with the same value', () => {
  expect(inACircle(read(villages, [rotated(villages[0]), rotated(villages[1])])[2])).not.toEqual([]);
});

test.each<[string, (address: typeof one) => Address, readonly string[] | undefined]>([
  ['the second line as city', (address) => ({ ...address, city: address.line2 }), ['city', 'line2']],
  ['its own elsewhere then', (at) => ({ ...at, city: at.line2, ...(at === other && { town: at.city }) }), undefined],
])('a member with the value of another, %s: %j', (_what, change, names) => {
  expect(copiedAmong(...read([one, other], [change(one), change(other)]))).toEqual(names);
});

test.each<[isFound: boolean, sent: number | string, kept: number | string]>([
  [true, 70_173, 4_637],
  [true, '70173', '4637'],
  [true, 40_001, -25_535],
  // The remainder has only two digits, which many numbers share.
  [false, 65_600, 64],
  // The value is neither the unsigned nor the signed remainder.
  [false, 70_173, 65_536 - 4_637],
  // A leading zero means that it was sent as a string. Numbers have at most nine digits.
  [false, '070173', '4637'],
  [false, 7_000_000_001, 7_000_000_001 % 65_536],
  [false, 'no 70173', '4637'],
])('a number cut to sixteen bits, %s: %j as %j', (isFound, postalCode, kept) => {
  const sent = { ...other, postalCode };
  const [, after, seen] = read([one, sent], [one, { ...sent, postalCode: kept }]);
  expect(wrappedAmong(after, seen)?.name).toBe(isFound ? 'postalcode' : undefined);
});

test.each<
  [former: string, line2: string, found?: readonly string[] | undefined, more?: { added?: string; unit?: string }]
>([
  ['Suite 412', 'Floor 312', ['line2', '12']],
  ['Suite 412', 'Floor 312 abc', ['line2', '12abc'], { added: ' abc' }],
  ['Suite 412', 'Floor 3 (412)', undefined, { unit: '412' }],
  ['Suite 412', 'Floor 3 abc', undefined, { added: ' abc' }],
  // One character may be a coincidence.
  ['Suite 416', 'Floor 36'],
])('the end of %s behind the new value: %s', (former, line2, found, { added = '', ...more } = {}) => {
  const sent: Pair = [{ ...other, line2: former }, one];
  const [, after, seen] = read(sent, [
    { ...other, line2: former + added },
    { ...one, line2, ...more },
  ]);
  expect(residueAmong(after, seen)).toEqual(found);
});

test.each<[isFound: boolean, what: string, sent: readonly [string, string], kept: readonly [string, string]]>([
  [true, 'after both updates', ['20095', '70173'], ['2009E', '7017C']],
  [false, 'that is the same both times', ['20095', '70173'], ['2009E', '7017E']],
  [false, 'after the first, the second being another', ['20095', '70173'], ['2009E', '99999']],
  [false, 'that is left out', ['20095', '70173'], ['2009', '7017']],
  [false, 'of which only the first digit is left', ['20095', '70173'], ['28888', '79999']],
  [false, 'with letters before it', ['L 2009', 'L 7017'], ['L 200E', 'L 701C']],
  [false, 'with letters behind it', ['1017 AB', '3511 CD'], ['1017 AX', '3511 CY']],
  [false, 'of three digits', ['101', '352'], ['10E', '35C']],
])('a number without its last digit, %s: %s', (isFound, _what, sent, kept) => {
  const coded = ([first, second]: readonly [string, string]): Pair => [
    { ...one, postalCode: first },
    { ...other, postalCode: second },
  ];
  expect(lastDigitLost(...read(coded(sent), coded(kept)))?.name).toBe(isFound ? 'postalcode' : undefined);
});
