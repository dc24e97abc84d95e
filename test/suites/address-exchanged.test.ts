import { describe, expect, test } from 'vitest';
import type { Json } from '../../engine/index.ts';
import { type Stored, storedIn } from '../../suites/address-read-back.ts';
import { comparable, type Seen, seenAmong } from '../../suites/users/address-compared.ts';
import {
  copiedAmong,
  inACircle,
  lastDigitLost,
  residueAmong,
  wrappedAmong,
} from '../../suites/users/address-exchanged.ts';
import { answered } from './answered.ts';

type Address = Readonly<Record<string, string | number>>;
/** Two addresses that were sent, or read back, one after the other. */
type Pair = readonly [first: Address, second: Address];

const one = { line1: 'Main Road 1', line2: 'Floor 3', city: 'Hamburg', postalCode: 20095 };
const other = { line1: 'Castle Square 7', line2: 'Suite 412', city: 'Bremen', postalCode: 70173 };

/** What is read back after each of both updates, and what is seen of them in that. */
function read(sent: Pair, kept: Pair): readonly [first: Stored, second: Stored, seen: readonly Seen[]] {
  const [first, second] = kept.map((address) => storedIn(answered(), address as Json)) as [Stored, Stored];
  return [first, second, seenAmong(first, second, comparable(...sent))];
}

describe('a circle of members', () => {
  const circle = (sent: Pair, kept: Pair = [rotated(sent[0]), rotated(sent[1])]) => inACircle(read(sent, kept)[2]);
  /** Each member with the value of the next one, the last with that of the first. */
  const rotated = (address: Address): Address => {
    const values = Object.values(address);
    return Object.fromEntries(Object.keys(address).map((name, at) => [name, values[(at + 1) % values.length] ?? '']));
  };
  const abc = (...values: readonly string[]): Address =>
    Object.fromEntries(values.map((value, at) => ['abcd'.charAt(at), value]));

  test('is found by values of four characters, in both addresses', () => {
    expect(circle([one, other])).toEqual(['line1', 'line2', 'city', 'postalcode']);
    const [four, fourMore] = [abc('abcd', 'efgh', 'ijkl'), abc('mnop', 'qrst', 'uvwx')];
    const three = abc('123', '456', '789');
    expect(circle([four, fourMore])).toEqual(['a', 'b', 'c']);
    expect(circle([three, fourMore])).toEqual([]);
    expect(circle([four, three])).toEqual([]);
  });

  test('is none after one of the updates alone, nor where it is not closed', () => {
    expect(circle([one, other], [rotated(one), other])).toEqual([]);
    expect(circle([one, other], [one, rotated(other)])).toEqual([]);
    const shifted = ({ line1, ...rest }: Address): Address => ({
      ...rotated({ line1: line1 ?? '', ...rest }),
      city: 'x',
    });
    expect(circle([one, other], [shifted(one), shifted(other)])).toEqual([]);
  });

  test('is none of lines, which an address service puts in an order of its own', () => {
    const lines: Pair = [
      { line1: 'House Alma', line2: 'Main Road 1', line3: 'Floor 3', city: 'Hamburg' },
      { line1: 'House Iris', line2: 'Castle Square 7', line3: 'Suite 412', city: 'Bremen' },
    ];
    const turned = ({ line1, line2, line3, ...rest }: Address): Address =>
      ({ ...rest, line1: line2, line2: line3, line3: line1 }) as Address;
    expect(circle(lines, [turned(lines[0]), turned(lines[1])])).toEqual([]);

    const villages: Pair = [
      { city: 'Oberdorf', line1: 'Oberdorf', line2: 'House 12', postalCode: 20095 },
      { city: 'Neustadt', line1: 'Neustadt', line2: 'Door 345', postalCode: 70173 },
    ];
    const swapped = ({ line1, line2, ...rest }: Address): Address =>
      ({ ...rest, line1: line2, line2: line1 }) as Address;
    expect(circle(villages, [swapped(villages[0]), swapped(villages[1])])).toEqual([]);
  });

  test('is found where two of its members were sent with the same value', () => {
    const village: Pair = [
      { line1: 'Oberdorf', city: 'Oberdorf', line2: 'House 12', postalCode: 20095 },
      { line1: 'Neustadt', city: 'Neustadt', line2: 'Door 345', postalCode: 70173 },
    ];
    expect(circle(village)).not.toEqual([]);
  });
});

describe('a member with the value of another', () => {
  const copied = (change: (address: typeof one) => Address) =>
    copiedAmong(...read([one, other], [change(one), change(other)]));

  test('is named, with the other', () => {
    expect(copied((address) => ({ ...address, line2: address.city }))).toBeUndefined();
    expect(copied((address) => ({ ...address, city: address.line2 }))).toEqual(['city', 'line2']);
  });

  test.each([
    ['the first', one],
    ['the second', other],
  ])('may be where its own stood elsewhere after %s update', (_what, at) => {
    const change = (address: typeof one) => ({ ...address, city: address.line2 });
    expect(copied((address) => ({ ...change(address), ...(address === at ? { town: at.city } : {}) }))).toBeUndefined();
  });
});

describe('what is left of a number in sixteen bits', () => {
  test.each<[sent: number | string, kept: number | string, isFound: boolean]>([
    [70_173, 4_637, true],
    ['70173', '4637', true],
    [40_001, -25_535, true],
    [123_456_789, 52_501, true],
    // Neither a remainder nor one with a sign.
    [70_173, 65_536 - 4_637, false],
    // What begins with a zero was sent as a text, and no more than nine digits are taken for a number.
    ['070173', '4637', false],
    [7_000_000_001, 7_000_000_001 % 65_536, false],
    ['no 70173', '4637', false],
    ['70173 no', '4637', false],
  ])('%s as %s: %s', (postalCode, kept, isFound) => {
    const sent = { ...other, postalCode };
    const [, second, seen] = read([one, sent], [one, { ...sent, postalCode: kept }]);
    expect(wrappedAmong(second, seen)?.name).toBe(isFound ? 'postalcode' : undefined);
  });
});

test.each([
  ['two characters', 'Suite 412', 'Floor 312', ['line2', '12']],
  ['one character, which may stand there by chance', 'Suite 416', 'Floor 36', undefined],
] as const)('the end of the former value behind the new one: %s', (_what, former, line2, found) => {
  const sent: Pair = [
    { ...other, line2: former },
    { ...one, postalCode: 20095 },
  ];
  const [, second, seen] = read(sent, [sent[0], { ...one, line2 }]);
  expect(residueAmong(second, seen)).toEqual(found);
});

describe('a number without its last digit', () => {
  test.each<[what: string, sent: readonly [string, string], kept: readonly [string, string], isFound: boolean]>([
    ['after both updates', ['20095', '70173'], ['2009E', '7017C'], true],
    ['that shows both times the same', ['20095', '70173'], ['2009E', '7017E'], false],
    ['after the second, while the first had become another', ['20095', '70173'], ['99999', '7017C'], false],
    ['after the first, while the second had become another', ['20095', '70173'], ['2009E', '99999'], false],
    ['of which only the first digit is left', ['20095', '70173'], ['28888', '79999'], false],
    ['with letters before it', ['L 2009', 'L 7017'], ['L 200E', 'L 701C'], false],
    ['with letters behind it', ['1017 AB', '3511 CD'], ['1017 AX', '3511 CY'], false],
    ['of three digits', ['101', '352'], ['10E', '35C'], false],
  ])('%s', (_what, sent, kept, isFound) => {
    const coded = ([first, second]: readonly [string, string]): Pair => [
      { ...one, postalCode: first },
      { ...other, postalCode: second },
    ];
    expect(lastDigitLost(...read(coded(sent), coded(kept)))?.name).toBe(isFound ? 'postalcode' : undefined);
  });
});
