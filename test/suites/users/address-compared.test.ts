import { describe, expect, test } from 'vitest';
import type { Json } from '../../../engine/index.ts';
import { storedIn } from '../../../suites/address-read-back.ts';
import type { Compared } from '../../../suites/users/address-compared.ts';
import {
  comparable,
  isLateByOne,
  isReplaced,
  judgeFirst,
  judgeStored,
  shows,
} from '../../../suites/users/address-compared.ts';
import { answered } from '../answered.ts';
import { causeOf } from '../asking.ts';

type Address = Readonly<Record<string, string | number>>;
/** The addresses that were sent, or read back, with the first and the second update. */
type Pair<Of = Address> = readonly [first: Of, second: Of];

const stored = (value: Json) => storedIn(answered(), value);
const judged = (sent: Pair, [before, after]: Pair<Json>, promised = false) =>
  causeOf(judgeStored(stored(before), stored(after), comparable(...sent), promised));

const stale = 'an accepted update is not stored';
const survives = 'parts of the previous address survive an update';
const never = 'a member of the address is never updated';

const first = { line1: 'Main Road 1', city: 'Hamburg', code: '20095', country: 'DE' };
const second = { line1: 'Castle Square 7', city: 'Bremen', code: '28195', country: 'DE' };
const old = { line1: 'Old Street 3', city: 'Berlin', code: '10115' };
const compared = comparable(first, second);

test('members are compared that both have, with values that differ in more than their length', () => {
  expect(compared.map(({ name }) => name)).toEqual(['line1', 'city', 'code']);
  expect(comparable({ a: 'x', b: 'Main', c: '' }, { a: 'y', b: 'Main Road', c: 'z', d: 'w' })).toEqual([
    { name: 'a', old: 'x', fresh: 'y' },
  ]);
  expect(comparable({ a: 'Main Road' }, { a: 'Main' })).toEqual([]);
  expect(comparable({ a: 'x' }, { b: 'y' })).toEqual([]);
});

describe('what is read back after two updates', () => {
  const cityOf = (city: string, of: Json = second): Json => ({ ...(of as Address), city });
  const both = (city: string): Pair<Json> => [cityOf(city, first), cityOf(city)];

  test.each<[string | undefined, string, Json, Json]>([
    ['pass', 'the second', first, second],
    ['pass', 'the second, shortened', first, { ...second, line1: 'Castle' }],
    ['pass', 'the second, joined', { text: 'Main Road 1, Hamburg' }, { text: 'Castle Square 7, Bremen' }],
    ['pass', 'a part of the second each time', { city: 'Bremen' }, { city: 'Bremen' }],
    ['inconclusive', 'both', { a: 'Hamburg' }, { a: 'Bremen', b: 'Hamburg' }],
    ['inconclusive', 'neither', { a: '?' }, { a: '?' }],
    [stale, 'the first', first, first],
    [survives, 'a part of the first', first, cityOf(first.city)],
    ['pass', 'the same, missing before', { line1: first.line1, code: first.code }, cityOf('Hamburg')],
    ['pass', 'the second above the first', first, { ...second, previous: first }],
    [stale, 'the first above the second', first, { ...first, previous: second }],
    [never, 'a third value', ...both('Berlin')],
    [never, 'a third value that has an x', ...both('Halifax')],
    [never, 'a third value of three characters', ...both('Ulm')],
    ['pass', 'a third value by one', { line1: first.line1, city: 'Berlin' }, { line1: second.line1, city: 'Berlin' }],
    ...['xxx', 'redacted', 'hidden', 'masked', 'private', 'secret', 'ab', 'city'].map(
      (text): [string, string, Json, Json] => ['pass', `${text} in place of a member`, ...both(text)],
    ),
    [stale, 'the address of before', old, old],
    [stale, 'two members of before', { line1: old.line1, city: old.city }, { line1: old.line1, city: old.city }],
    ['inconclusive', 'one member of before', { city: old.city }, { city: old.city }],
    [stale, 'the address of before without a city', { ...old, city: '-' }, { ...old, city: '-' }],
    ['inconclusive', 'the address of before, partly hidden', { ...old, city: 'xxx' }, { ...old, city: 'xxx' }],
    ['inconclusive', 'one word everywhere', { line1: 'same', city: 'same' }, { line1: 'same', city: 'same' }],
    ['inconclusive', 'the address of before, with a counter', { ...old, at: '1' }, { ...old, at: '2' }],
    ['inconclusive', 'one address of before after another', { ...old, city: 'Bonn' }, old],
  ])('%s: %s', (cause, _what, before, after) => {
    expect(judged([first, second], [before, after])).toBe(cause);
  });

  test('is not judged if it was only promised', () => {
    expect(judged([first, second], [first, cityOf(first.city)], true)).toBe('inconclusive');
  });

  const inVienna = { ...second, country: 'AT' };
  const each = (show: (address: typeof first) => Json): Pair<Json> => [show(first), show(inVienna)];
  const born = (address: Json, hospital = '') => ({ birth: { city: 'Hamburg', hospital }, address });
  test.each<[string, string, Pair<Json>]>([
    ['pass', 'the city of birth', each(({ line1, city, code }) => born({ street: line1, town: city, zip: code }))],
    ['pass', 'and two characters beside it', each(({ line1, code }) => born({ street: line1, zip: code }, 'Heidehof'))],
    [
      'pass',
      'that of an employer at a text of the address',
      each(({ line1, code }) => ({ address: { line1, code }, work: { city: 'Berlin', at: second.line1 } })),
    ],
    [never, 'by one of two', each(({ line1, code }) => ({ at: { line1, city: 'Berlin' }, post: { code } }))],
  ])('%s: a city that stays may be of something else, %s', (cause, _what, kept) => {
    expect(judged([first, inVienna], kept)).toBe(cause);
  });

  const cities = (former: string, next: string): Pair => [{ city: former }, { city: next }];
  test.each<[string, Pair, Pair<Json>]>([
    ['pass', cities('Bonn', 'Ulm'), [{ town: 'Bonn' }, { town: 'Ulm' }]],
    ['inconclusive', cities('Ulm', 'Bonn'), [{ a: 'Ulm' }, { a: 'Bonn', b: 'Ulm' }]],
    ['inconclusive', cities('Hamburg', 'Ulm'), [born({ town: 'Hamburg' }), born({ town: 'Ulm' })]],
  ])('%s: three characters tell, two do not: %j, %j', (cause, sent, kept) => {
    expect(judged(sent, kept)).toBe(cause);
  });

  const one = { line1: '1 High Street', line2: 'Floor 3', postalCode: 'SW1A 1AA', countryCode: 'ES' };
  const other = { line1: '2 High Street', line2: 'Suite 9', postalCode: 'SW1A 2BB', countryCode: 'EE' };
  const apart = ({ line1, ...rest }: typeof one) => ({ ...rest, line1: line1.slice(2), houseNumber: line1[0] ?? '' });
  test.each<[string, string, (address: typeof one) => Json]>([
    ['pass', 'a street without its number', apart],
    ['pass', 'half of a postal code', (address) => ({ ...address, postalCode: 'SW1A' })],
    ['pass', 'countries in three letters', (address) => ({ ...address, countryCode: address === one ? 'ESP' : 'EST' })],
    [survives, 'a country that stays', (address) => ({ ...apart(address), countryCode: 'ES' })],
    ['inconclusive', 'nothing else', ({ line1 }) => ({ line1: line1.slice(2), postalCode: 'SW1A' })],
  ])('%s: what both addresses have in common tells nothing, %s', (cause, _what, show) => {
    expect(judged([one, other], [show(one), show(other)])).toBe(cause);
  });
});

describe('a mistake with the members', () => {
  const one = { line1: 'Main Road 1', line2: 'Floor 3', city: 'Hamburg', postalCode: 20095 };
  const other = { line1: 'Castle Square 7', line2: 'Suite 412', city: 'Bremen', postalCode: 70173 };
  type Sent = typeof one;
  const copied = 'a member of the address contains the value of another';
  const places = 'members of the address are swapped';
  const cut = 'a number in the address is cut to sixteen bits';
  const lastDigit = 'a number in the address loses its last digit';

  test.each<[string, string, (address: Sent) => Json]>([
    [copied, 'the first line twice', (address) => ({ ...address, line2: address.line1 })],
    [copied, 'the second line twice', (address) => ({ ...address, line1: address.line2 })],
    ['pass', 'lines in another order', (address) => ({ ...address, line1: address.line2, line2: address.line1 })],
    ['pass', 'a formatted line', ({ line1, city, postalCode }) => ({ line1, line2: city, city, postalCode })],
    ['pass', 'lines joined', ({ line1, line2, city }) => ({ line1: `${line2}, ${line1}`, line2: '', city })],
    [places, 'two', ({ line1, postalCode, ...rest }) => ({ ...rest, line1: postalCode, postalCode: line1 })],
    [lastDigit, 'the last digit', (one) => ({ ...one, postalCode: `${one.postalCode}`.slice(0, 4) + one.city[0] })],
    [cut, 'a number', (address) => ({ ...address, postalCode: address.postalCode % 65_536 })],
    [survives, 'an end', (address) => (address === other ? { ...address, line1: 'Castle Square 7d1' } : address)],
    [places, 'three', ({ line1, line2, city, postalCode }) => ({ line1: line2, line2: city, city: line1, postalCode })],
  ])('%s: %s', (cause, _what, change) => {
    expect(judged([one, other], [change(one), change(other)])).toBe(cause);
  });

  test('is not judged if the update was only promised', () => {
    const line1Twice = (address: Sent) => ({ ...address, line2: address.line1 });
    expect(judged([one, other], [line1Twice(one), line1Twice(other)], true)).toBe('inconclusive');
  });
});

test.each<[sent: string, read: Json, isShown: boolean]>([
  ['Ulm', { city: 'Ulm (Donau)' }, true],
  ['Ulm (Donau)', { city: 'Ulm' }, true],
  ['Ulm', { town: 'Neu-Ulm' }, true],
  ['Au', { town: 'Aurich' }, false],
])('%s is shown by %o: %s', (city, read, isShown) => {
  const members = comparable({ city: 'Bonn' }, { city });
  const reversed = members.map(({ name, old, fresh }): Compared => ({ name, old: fresh, fresh: old }));
  expect(shows(stored(read), members, 'fresh')).toBe(isShown);
  expect(shows(stored(read), reversed, 'old')).toBe(isShown);
  expect(isReplaced(stored(read), members)).toBe(isShown);
});

test.each<[what: string, kept: Pair<Json>, isLate: boolean]>([
  ['each shows the other', [second, first], true],
  ['one member of two follows', [second, { ...first, city: second.city }], false],
  ['neither shows anything', [{}, {}], false],
  ['a member shows after one alone', [{ city: 'Bremen' }, { city: 'Hamburg', line1: 'Old Street 3' }], true],
])('each read-back is of the update before if %s', (_what, [before, after], isLate) => {
  expect(isLateByOne(stored(before), stored(after), compared)).toBe(isLate);
});

const { line1: _line1, ...shown } = second;
test.each<[kind: string, what: string, before: Json, after: Json]>([
  ['fail', 'two members show neither', { city: 'Berlin', code: '10115' }, shown],
  ['pass', 'one of two shows it', { city: first.city, code: '10115' }, shown],
  ['pass', 'there is but one', { city: 'Berlin' }, { city: second.city }],
])('%s: the first update is judged by what was there before the second, %s', (kind, _what, before, after) => {
  expect(judgeFirst(stored(before), stored(after), compared).kind).toBe(kind);
});
