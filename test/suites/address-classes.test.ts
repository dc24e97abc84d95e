import { describe, expect, test } from 'vitest';
import {
  type AnyFail,
  classify,
  type Json,
  jsonBody,
  marksOf,
  storedIn,
} from '../../engine/index.ts';
import { otherAddress, sampleAddress } from '../../fixtures/samples/address.ts';
import {
  type AddressPair,
  isolationClasses,
  overwritingClasses,
  refusalClasses,
  specialLine,
} from '../../suites/address-classes.ts';
import { overwrites } from '../../suites/users/address-overwrites.ts';
import { refusedUnchanged } from '../../suites/users/address-refused.ts';
import { answered } from './answered.ts';
import { saidBy } from './said.ts';

type Address = Readonly<Record<string, string | number>>;
/** The addresses of the first and the second update, as sent or as read back. */
type Pair<Of = Address> = readonly [first: Of, second: Of];

const stored = (value: Json) => storedIn(answered(), value);

function classified(
  [old, fresh]: Pair,
  [before, after]: Pair<Json>,
  more: Partial<AddressPair> = {},
) {
  const read = {
    exchange: answered(),
    old,
    fresh,
    before: stored(before),
    after: stored(after),
    isPromised: false,
  };
  return classify(overwritingClasses, { ...read, ...more });
}

const classOf = (...args: Parameters<typeof classified>) =>
  classified(...args).found?.name ?? 'stored';

const first = { line1: 'Main Road 1', city: 'Hamburg', code: '20095', country: 'DE' };
const second = { line1: 'Castle Square 7', city: 'Bremen', code: '28195', country: 'DE' };
const old = { line1: 'Old Street 3', city: 'Berlin', code: '10115' };

describe('the read-back after two updates', () => {
  const cityOf = (city: string, of: Json = second): Json => ({ ...(of as Address), city });
  const both = (city: string): Pair<Json> => [cityOf(city, first), cityOf(city)];
  const { line1: _line1, ...withoutLine1 } = second;

  test.each<[string, string, Json, Json]>([
    ['stored', 'the second', first, second],
    ['stored', 'the second, shortened', first, { ...second, line1: 'Castle' }],
    [
      'stored',
      'the second, joined',
      { text: 'Main Road 1, Hamburg' },
      { text: 'Castle Square 7, Bremen' },
    ],
    ['stored', 'a part of the second each time', { city: 'Bremen' }, { city: 'Bremen' }],
    ['unseen', 'both', { a: 'Hamburg' }, { a: 'Bremen', b: 'Hamburg' }],
    ['unseen', 'neither', { a: '?' }, { a: '?' }],
    ['late', 'each the other', second, first],
    ['first not stored', 'one member late', second, { ...second, line1: first.line1 }],
    ['kept', 'the first', first, first],
    ['kept in part', 'a part of the first', first, cityOf(first.city)],
    [
      'stored',
      'the same, missing before',
      { line1: first.line1, code: first.code },
      cityOf('Hamburg'),
    ],
    ['stored', 'the second above the first', first, { ...second, previous: first }],
    ['kept', 'the first above the second', first, { ...first, previous: second }],
    ['never updated', 'a third value', ...both('Berlin')],
    ['never updated', 'a third value that has an x', ...both('Halifax')],
    ['never updated', 'a third value of three characters', ...both('Ulm')],
    [
      'stored',
      'a third value by one',
      { line1: first.line1, city: 'Berlin' },
      { line1: second.line1, city: 'Berlin' },
    ],
    ...['xxx', 'redacted', 'hidden', 'masked', 'private', 'secret', 'ab', 'city'].map(
      (text): [string, string, Json, Json] => [
        'stored',
        `${text} in place of a member`,
        ...both(text),
      ],
    ),
    ['address of before', 'what was there', old, old],
    [
      'address of before',
      'two members of it',
      { line1: old.line1, city: 'Ulm' },
      { line1: old.line1, city: 'Ulm' },
    ],
    ['unseen', 'one member of it', { city: old.city }, { city: old.city }],
    ['unseen', 'it, partly hidden', { ...old, city: 'xxx' }, { ...old, city: 'xxx' }],
    [
      'unseen',
      'one word everywhere',
      { line1: 'same', city: 'same' },
      { line1: 'same', city: 'same' },
    ],
    ['unseen', 'it, with a counter', { ...old, at: '1' }, { ...old, at: '2' }],
    ['unseen', 'one address of before after another', { ...old, city: 'Bonn' }, old],
    [
      'first not stored',
      'the second, and neither before',
      { city: 'Berlin', code: '10115' },
      withoutLine1,
    ],
    [
      'stored',
      'the second, and a part of the first before',
      { city: first.city, code: '10115' },
      withoutLine1,
    ],
    ['stored', 'one member alone', { city: 'Berlin' }, { city: second.city }],
  ])('%s: %s', (name, _what, before, after) => {
    expect(classOf([first, second], [before, after])).toBe(name);
  });

  test.each<[string, Json]>([
    ['promised', cityOf(first.city)],
    ['stored', second],
  ])('%s if it got a 202', (name, after) => {
    expect(classOf([first, second], [first, after], { isPromised: true })).toBe(name);
  });

  const inVienna = { ...second, country: 'AT' };
  const each = (show: (address: typeof first) => Json): Pair<Json> => [show(first), show(inVienna)];
  const born = (address: Json, hospital = '') => ({
    birth: { city: 'Hamburg', hospital },
    address,
  });
  test.each<[string, string, Pair<Json>]>([
    [
      'stored',
      'the city of birth',
      each(({ line1, city, code }) => born({ street: line1, town: city, zip: code })),
    ],
    [
      'stored',
      'and two characters beside it',
      each(({ line1, code }) => born({ street: line1, zip: code }, 'Heide')),
    ],
    [
      'stored',
      'that of an employer at a text of the address',
      each(({ line1, code }) => ({
        address: { line1, code },
        work: { city: 'Berlin', at: second.line1 },
      })),
    ],
    [
      'never updated',
      'one of two',
      each(({ line1, code }) => ({ at: { line1, city: 'Berlin' }, c: { code } })),
    ],
  ])('%s: a city that does not change may belong to something else, %s', (name, _what, kept) => {
    expect(classOf([first, inVienna], kept)).toBe(name);
  });

  const cities = (former: string, next: string): Pair => [{ city: former }, { city: next }];
  test.each<[string, Pair, Pair<Json>]>([
    ['stored', cities('Bonn', 'Ulm'), [{ town: 'Bonn' }, { town: 'Ulm' }]],
    ['stored', cities('Bonn', 'Ulm (Donau)'), [{ city: 'Bonn' }, { city: 'Ulm' }]],
    ['unseen', cities('Bonn', 'Au'), [{ town: 'Bonn' }, { town: 'Aurich' }]],
    ['unseen', cities('Main', 'Main Road'), [{ city: 'Main' }, { city: 'Main Road' }]],
    ['unseen', cities('Ulm', 'Bonn'), [{ a: 'Ulm' }, { a: 'Bonn', b: 'Ulm' }]],
    ['unseen', cities('Hamburg', 'Ulm'), [born({ town: 'Hamburg' }), born({ town: 'Ulm' })]],
  ])('%s: values of three characters are compared, of two are not: %j, %j', (name, sent, kept) => {
    expect(classOf(sent, kept)).toBe(name);
  });

  const one = {
    line1: '1 High Street',
    line2: 'Floor 3',
    postalCode: 'SW1A 1AA',
    countryCode: 'ES',
  };
  const other = {
    line1: '2 High Street',
    line2: 'Suite 9',
    postalCode: 'SW1A 2BB',
    countryCode: 'EE',
  };
  const apart = ({ line1, ...rest }: typeof one) => ({
    ...rest,
    line1: line1.slice(2),
    houseNumber: line1[0] ?? '',
  });
  test.each<[string, string, (address: typeof one) => Json]>([
    ['stored', 'a street without its number', apart],
    ['stored', 'half of a postal code', (address) => ({ ...address, postalCode: 'SW1A' })],
    [
      'stored',
      'countries in three letters',
      (address) => ({ ...address, countryCode: `${address.countryCode}P` }),
    ],
    [
      'kept in part',
      'a country that stays',
      (address) => ({ ...apart(address), countryCode: 'ES' }),
    ],
    ['never updated', 'a third country', (address) => ({ ...address, countryCode: 'mt' })],
    ...['XX', 'QZ', 'N/A'].map((code): [string, string, (address: typeof one) => Json] => {
      return [
        'stored',
        `${code}, which is no country`,
        (address) => ({ ...address, countryCode: code }),
      ];
    }),
    ['unseen', 'nothing else', ({ line1 }) => ({ line1: line1.slice(2), postalCode: 'SW1A' })],
  ])('%s: %s', (name, _what, show) => {
    expect(classOf([one, other], [show(one), show(other)])).toBe(name);
  });
});

describe('a mix-up of members', () => {
  const one = { line1: 'Main Road 1', line2: 'Floor 3', city: 'Hamburg', postalCode: 20095 };
  const other = { line1: 'Castle Square 7', line2: 'Suite 412', city: 'Bremen', postalCode: 70173 };
  type Sent = typeof one;
  const village = ({ line2, postalCode }: Sent) => ({
    line1: line2.slice(-1),
    city: line2,
    line2: '',
    postalCode,
  });
  const taken: Address = { ...other, city: other.line2 };

  test.each<[string, string, (address: Sent) => Json]>([
    ['misplaced', 'the first line twice', (address) => ({ ...address, line2: address.line1 })],
    ['misplaced', 'the second line twice', (address) => ({ ...address, line1: address.line2 })],
    ['misplaced', 'a line as city', (address) => ({ ...address, city: address.line2 })],
    ['misplaced', 'a line as city, the city in no line', village],
    [
      'misplaced',
      'two',
      ({ line1, postalCode, ...rest }) => ({ ...rest, line1: postalCode, postalCode: line1 }),
    ],
    [
      'misplaced',
      'three',
      ({ line1: a, line2: b, city: c, postalCode }) => ({
        line1: b,
        line2: c,
        city: a,
        postalCode,
      }),
    ],
    [
      'stored',
      'lines in another order',
      (address) => ({ ...address, line1: address.line2, line2: address.line1 }),
    ],
    [
      'stored',
      'a formatted line',
      ({ line1, city, postalCode }) => ({ line1, line2: city, city, postalCode }),
    ],
    [
      'stored',
      'lines joined',
      ({ line1, line2, city }) => ({ line1: `${line2}, ${line1}`, line2: '', city }),
    ],
    [
      'stored',
      'a city under another name',
      (address) => ({ ...address, city: address.line2, town: address.city }),
    ],
    ['stored', 'after the second alone', (address) => (address === other ? taken : address)],
    ['cut', 'a number', (address) => ({ ...address, postalCode: address.postalCode % 65_536 })],
  ])('%s: %s', (name, _what, change) => {
    expect(classOf([one, other], [change(one), change(other)])).toBe(name);
  });

  test.each<[string, (address: Sent) => Json]>([
    ['line2 contains the value of line1', (address) => ({ ...address, line2: address.line1 })],
    [
      '4637 instead of 70173',
      (address) => ({ ...address, postalCode: address.postalCode % 65_536 }),
    ],
    ['city unchanged', (address) => ({ ...address, city: one.city })],
  ])('is said: %s', (actual, change) => {
    const { judgement } = classified([one, other], [change(one), change(other)]);
    expect(saidBy(overwrites, judgement).actual).toMatch(new RegExp(`^${actual}; 200`));
  });

  test.each<[isFound: boolean, sent: number | string, kept: number | string]>([
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
    expect(classOf([one, sent], [one, { ...sent, postalCode: kept }]) === 'cut').toBe(isFound);
  });

  test('values of three characters do not count, because they may be equal by chance', () => {
    const [left, right] = [
      { city: '123', postalCode: '456', line1: 'Main Road' },
      { city: 'abcd', postalCode: 'efgh', line1: 'Castle Square' },
    ];
    const swapped = ({ city, postalCode, line1 }: typeof left) => ({
      city: postalCode,
      postalCode: city,
      line1,
    });
    expect(classOf([left, right], [swapped(left), swapped(right)])).toBe('stored');
    expect(classOf([right, left], [swapped(right), swapped(left)])).toBe('stored');
  });
});

describe('a line with special characters', () => {
  const latin = Buffer.from(specialLine).toString('latin1');
  const special = { ...otherAddress, line2: specialLine };
  const damaged = (line2: string, more = {}) =>
    classOf([sampleAddress, special], [sampleAddress, { ...special, line2, ...more }]) ===
    'damaged';

  test.each([
    ...[
      latin,
      Buffer.from(latin).toString('latin1'),
      'T\uFFFDr 4',
      'T\uFFFD\uFFFDr 4',
      'T&uuml;r 4',
      'T&#252;r 4',
    ],
    ...[
      'T&#xFC;r',
      'T%C3%BCr+4',
      'T\\u00fcr 4',
      'Tür 4 \\u0026 O',
      'Tür 4 &amp; O',
      'TÜR 4 &AMP; O',
      'Tuer 4 &#38; O',
    ],
    ...['O&#39;Hara', 'O&#x27;Hara', 'O&apos;Hara', "O\\'Hara", 'O\\u0027Hara', "O''Hara"],
    ...['u0053tuttgart', '\\U0053TUTTGART'],
  ])('%j counts as damaged', (text) => {
    expect(damaged(text)).toBe(true);
  });

  test.each([
    ...[
      specialLine,
      specialLine.normalize('NFD'),
      specialLine.toUpperCase(),
      'Tuer 4 & O’Hara',
      'Tur 4 and OHara',
    ],
    ...['T?r 4 ? O?Hara', 'T r 4   O Hara', 'Tür 4 + O`Hara', 'Suite 412', 'Stuttgart', ''],
  ])('%j may be a simplified spelling', (text) => {
    expect(damaged(text)).toBe(false);
  });

  test('is not searched for in other addresses, nor in members that were not sent', () => {
    expect(damaged(specialLine, { note: latin })).toBe(false);
    expect(
      classOf([sampleAddress, otherAddress], [sampleAddress, { ...otherAddress, line2: latin }]),
    ).toBe('stored');
  });
});

describe('a lost member', () => {
  const others = stored({ ...otherAddress, city: 'Ulm' });
  const { city: _city, ...nowhere } = otherAddress;
  test.each<[string, string, Json, ReturnType<typeof stored>?]>([
    ['lost', 'the city', nowhere, others],
    ['lost', 'an empty city', { ...nowhere, city: '' }, others],
    ['stored', 'the city in a line', { ...nowhere, place: '70173 Stuttgart' }, others],
    ['stored', 'the city by another name', { ...nowhere, town: 'Stuttgart' }, others],
    ['stored', 'the city, which nobody has', nowhere, stored(nowhere)],
    ['stored', 'the city, which has two letters with others', nowhere, stored({ city: 'Au' })],
    ['stored', 'the city, if nobody else is read', nowhere],
    ['stored', 'all but one', { line1: otherAddress.line1 }, others],
    ['stored', 'the first line', { ...otherAddress, line1: '' }, others],
    ['stored', 'the second line', { ...otherAddress, line2: '' }, others],
  ])('%s: %s', (name, _what, after, read) => {
    expect(
      classOf([sampleAddress, otherAddress], [sampleAddress, after], read ? { others: read } : {}),
    ).toBe(name);
  });

  test('a short member is not searched for', () => {
    const inAu = { ...otherAddress, city: 'Au' };
    expect(classOf([sampleAddress, inAu], [sampleAddress, nowhere], { others })).toBe('stored');
  });
});

describe('the read-back of the second user', () => {
  const marks = marksOf(otherAddress, sampleAddress).first;
  const theirs = { line1: 'Quay 12', city: 'Kiel' };
  test.each<[string, string, Json, Json, { isTold?: boolean; own?: Json }?]>([
    ['stored', 'the same', theirs, theirs],
    ['of the other user', 'the update', theirs, otherAddress],
    ['of the other user', 'a part of it', {}, { city: otherAddress.city }],
    [
      'of the household',
      'the update, if the second has no address',
      sampleAddress,
      otherAddress,
      { isTold: false },
    ],
    ['deleted', 'nothing', theirs, {}],
    ['changed', 'another address', theirs, { ...theirs, city: 'Ulm' }],
    ['stored', 'a member more', theirs, { ...theirs, line2: '4B' }],
    ['unseen', 'the same, and the first user too', theirs, theirs, { own: theirs }],
    ['less', 'a member less', theirs, { city: 'Kiel' }],
    ['stored', 'two characters less', { ...theirs, unit: '4B' }, theirs],
    [
      'stored',
      'a member elsewhere',
      { ...theirs, unit: '4B' },
      { at: theirs.line1, in: theirs.city },
    ],
  ])('%s: %s', (name, _what, before, after, { isTold = true, own = otherAddress } = {}) => {
    const [was, is] = [stored(before), stored(after)];
    const read = { exchange: answered(), marks, own: stored(own), before: was, after: is, isTold };
    expect(classify(isolationClasses, read).found?.name ?? 'stored').toBe(name);
  });
});

describe('the read-back after a refused update', () => {
  const marks = marksOf(sampleAddress, otherAddress);
  const rewritten = { ...sampleAddress, line1: 'U. d. Linden 77' };
  const suspect = { atFirst: stored(sampleAddress), after: stored(rewritten) };
  test.each<[string, string, Json, Json, object?]>([
    ['stored', 'the first', sampleAddress, sampleAddress],
    ['changed', 'the second', sampleAddress, otherAddress],
    ['changed', 'both', sampleAddress, [sampleAddress, otherAddress]],
    ['changed', 'a part of the first', sampleAddress, { city: sampleAddress.city }],
    ['rewritten', 'what an address service wrote', rewritten, rewritten, { suspect }],
    ['changed', 'the second after that', rewritten, otherAddress, { suspect }],
    ['stored', 'the first, which stayed', sampleAddress, sampleAddress, { suspect }],
    [
      'stored',
      'what was written, which is not what was seen',
      rewritten,
      rewritten,
      { suspect: { ...suspect, after: stored(otherAddress) } },
    ],
    ['changed', 'new words', sampleAddress, { city: 'Xqbu' }, { words: 'Xqbu' }],
    ['stored', 'no new words', sampleAddress, otherAddress, { words: 'Xqbu' }],
  ])('%s: %s', (name, _what, before, after, more) => {
    const read = {
      exchange: answered(),
      marks,
      before: stored(before),
      after: stored(after),
      ...more,
    };
    expect(classify(refusalClasses, read).found?.name ?? 'stored').toBe(name);
  });

  const update = answered({ status: 422, request: { body: jsonBody([otherAddress]) } });
  const judge = (after: Json) => {
    const was = stored(sampleAddress);
    const read = { exchange: answered({ body: after }), marks, before: was, after: stored(after) };
    return classify(refusalClasses, { ...read, update }).judgement;
  };
  test.each<[boolean | undefined, string, Json]>([
    [true, 'the address of the update', otherAddress],
    [true, 'one value of it, and no others', { city: otherAddress.city }],
    [false, 'another value beside it', { ...otherAddress, city: 'Ulm' }],
    [undefined, 'no address', {}],
  ])('%s: a server that shows %s stores what it refused', (expected, _what, after) => {
    expect(judge(after)).toMatchObject({
      cause: 'address-changed',
      recipe: { steps: [{ exchange: update }, {}] },
    });
    expect((judge(after) as AnyFail).facts?.['storesRefused']?.value).toBe(expected);
  });

  test('a finding says what changed, and which refusal came before', () => {
    const said = saidBy(refusedUnchanged, judge({ ...sampleAddress, city: 'Ulm' }));
    const city = JSON.stringify(sampleAddress.city);
    const steps = 'the update: 422 without a body; then the read-back: 200';
    expect(said.actual).toContain(`city was ${city}, now "Ulm"; ${steps}`);
  });
});
