import { describe, expect, test } from 'vitest';
import type { Json } from '../../engine/index.ts';
import { storedIn } from '../../suites/address-read-back.ts';
import {
  type Compared,
  comparable,
  isLateByOne,
  isReplaced,
  judgeFirst,
  judgeStored,
  shows,
} from '../../suites/users/address-compared.ts';
import { answered } from './answered.ts';

const stored = (value: Json) => storedIn(answered(), value);
const first = { line1: 'Main Road 1', city: 'Hamburg', code: '20095', country: 'DE' };
const second = { line1: 'Castle Square 7', city: 'Bremen', code: '28195', country: 'DE' };
const compared = comparable(first, second);

/** What is judged of what was read after the first and after the second update. */
function judged(before: Json, after: Json, promised = false): string {
  const judgement = judgeStored(stored(before), stored(after), compared, promised);
  return judgement.kind === 'violated' ? judgement.cause : judgement.kind;
}

test('members are compared that both have, with values that differ in more than their length', () => {
  expect(compared.map(({ name }) => name)).toEqual(['line1', 'city', 'code']);
  expect(comparable({ a: 'x', b: 'Main', c: '' }, { a: 'y', b: 'Main Road', c: 'z', d: 'w' })).toEqual([
    { name: 'a', old: 'x', fresh: 'y' },
  ]);
  expect(comparable({ a: 'Main Road' }, { a: 'Main' })).toEqual([]);
  expect(comparable({ a: 'x' }, { b: 'y' })).toEqual([]);
});

describe('what is stored after two updates', () => {
  test('is the second, also shortened, renamed or joined', () => {
    expect(judged(first, second)).toBe('held');
    expect(judged(first, { ...second, line1: 'Castle' })).toBe('held');
    expect(judged({ text: 'Main Road 1, Hamburg' }, { text: 'Castle Square 7, Bremen' })).toBe('held');
    expect(judged({ a: 'Hamburg' }, { a: 'Bremen', b: 'Hamburg' })).toBe('unanswered');
    expect(judged({ a: '?' }, { a: '?' })).toBe('unanswered');
  });

  test('is not the first, nor a part of it', () => {
    expect(judged(first, first)).toBe('an accepted update is not stored');
    expect(judged(first, { ...second, city: first.city })).toBe('parts of a former address survive an update');
    expect(judged(first, { ...second, city: first.city }, true)).toBe('unanswered');
  });

  test('is not accused by a member that never showed what was sent', () => {
    expect(judged({ ...first, city: 'Berlin' }, { ...second, city: 'Hamburg' })).toBe('held');
    expect(judged({ line1: first.line1, code: first.code }, { ...second, city: 'Hamburg' })).toBe('held');
  });

  test('tells nothing by what both have in common, or by less than three characters', () => {
    const one = { line1: '1 High Street', line2: 'Floor 3', postalCode: 'SW1A 1AA', countryCode: 'ES' };
    const other = { line1: '2 High Street', line2: 'Suite 9', postalCode: 'SW1A 2BB', countryCode: 'EE' };
    const shows = (change: (address: typeof one) => Json) => {
      const judgement = judgeStored(stored(change(one)), stored(change(other)), comparable(one, other), false);
      return judgement.kind === 'violated' ? judgement.cause : judgement.kind;
    };
    const apart = ({ line1, ...rest }: typeof one) => ({ ...rest, line1: line1.slice(2), houseNumber: line1[0] ?? '' });
    expect(shows(apart)).toBe('held');
    expect(shows((address) => ({ ...address, postalCode: 'SW1A' }))).toBe('held');
    expect(shows((address) => ({ ...address, postalCode: '1*****' }))).toBe('held');
    expect(shows((address) => ({ ...address, countryCode: address === one ? 'ESP' : 'EST' }))).toBe('held');
    expect(shows((address) => ({ ...address, line2: one.line2 }))).toBe('parts of a former address survive an update');
    expect(shows((address) => ({ ...apart(address), countryCode: 'ES' }))).toBe(
      'parts of a former address survive an update',
    );
    expect(shows(({ line1 }) => ({ line1: line1.slice(2), postalCode: 'SW1A' }))).toBe('unanswered');
  });

  test('is not accused by a member of something else, as the city of birth', () => {
    const born = ({ line1, city, code }: typeof first) => ({
      birth: { city: 'Hamburg' },
      address: { street: line1, town: city, zip: code },
    });
    expect(judged(born(first), born(second))).toBe('held');
    const merged = ({ line1, code }: typeof first) => ({ address: { street: line1, city: 'Hamburg', zip: code } });
    expect(judged(merged(first), merged(second))).toBe('an accepted update is not stored');
    const pending = { address: first, pending: { street: second.line1, town: second.city } };
    expect(judged({ address: first }, pending)).toBe('an accepted update is not stored');
  });

  test('is seen beside the former address below it', () => {
    expect(judged(first, { ...second, previous: first })).toBe('held');
    expect(judged(first, { ...first, previous: second })).toBe('an accepted update is not stored');
  });

  test('does not keep a third value in one member while two others follow', () => {
    const never = 'a member of the address is never updated';
    expect(judged({ ...first, city: 'Berlin' }, { ...second, city: 'Berlin' })).toBe(never);
    expect(judged({ ...first, city: 'Berlin' }, { ...second, city: 'Berlin' }, true)).toBe('unanswered');
    const employed = (address: Json) => ({ address, employment: { city: 'Berlin' } });
    const [{ city: town, ...at }, { city: nextTown, ...next }] = [first, second];
    expect(judged(employed({ ...at, town }), employed({ ...next, town: nextTown }))).toBe('held');
    expect(judged({ address: { ...first, city: 'Berlin' } }, { address: { ...second, city: 'Berlin' } })).toBe(never);
    const one = { line1: first.line1, city: 'Berlin' };
    expect(judged(one, { line1: second.line1, city: 'Berlin' })).toBe('held');
  });

  test.each(['xxx', 'redacted', 'hidden', 'masked', 'private', 'secret', 'ab', 'city'])(
    'may hide a member behind %s',
    (text) => {
      expect(judged({ ...first, city: text }, { ...second, city: text })).toBe('held');
    },
  );

  test('a value that merely holds an x hides nothing', () => {
    expect(judged({ ...first, city: 'Halifax' }, { ...second, city: 'Halifax' })).toBe(
      'a member of the address is never updated',
    );
  });

  test('is not the address of before, whatever that was', () => {
    const old = { line1: 'Old Street 3', city: 'Berlin', code: '10115' };
    expect(judged(old, old)).toBe('an accepted update is not stored');
    expect(judged({ line1: old.line1, city: old.city }, { line1: old.line1, city: old.city })).toBe(
      'an accepted update is not stored',
    );
    expect(judged({ city: old.city }, { city: old.city })).toBe('unanswered');
    expect(judged({ ...old, city: '-' }, { ...old, city: '-' })).toBe('an accepted update is not stored');
    expect(judged({ ...old, city: 'xxx' }, { ...old, city: 'xxx' })).toBe('unanswered');
    expect(judged({ line1: 'same', city: 'same' }, { line1: 'same', city: 'same' })).toBe('unanswered');
    expect(judged({ ...old, at: '1' }, { ...old, at: '2' })).toBe('unanswered');
    expect(judged({ ...old, city: 'Bonn' }, old)).toBe('unanswered');
  });
});

/** The same, the other way round. */
const turned = ({ name, old, fresh }: Compared): Compared => ({ name, old: fresh, fresh: old });

describe('a member that holds the value of another', () => {
  const one = { line1: 'Main Road 1', line2: 'Floor 3', city: 'Hamburg', postalCode: 20095 };
  const other = { line1: 'Castle Square 7', line2: 'Suite 412', city: 'Bremen', postalCode: 70173 };
  const members = comparable(one, other);
  const stores = (change: (address: typeof one) => Json): string => {
    const judgement = judgeStored(stored(change(one)), stored(change(other)), members, false);
    return judgement.kind === 'violated' ? judgement.cause : judgement.kind;
  };

  test('is found where its own value is nowhere, and after both updates', () => {
    const copied = 'a member of the address holds the value of another';
    expect(stores((address) => ({ ...address, line2: address.line1 }))).toBe(copied);
    expect(stores((address) => ({ ...address, line1: address.line2 }))).toBe(copied);
    expect(stores((address) => ({ ...address, city: address.line2 }))).toBe(copied);
    expect(stores((address) => ({ ...address, postalCode: address.city }))).toBe(copied);
    expect(stores((address) => ({ ...address, line2: address.line1.toUpperCase() }))).toBe(copied);
    expect(stores((address) => (address === one ? address : { ...address, line2: address.line1 }))).toBe('held');
    expect(stores((address) => (address === other ? address : { ...address, line2: address.line1 }))).toBe('held');
    expect(stores((address) => ({ ...address, line2: address.line1, unit: address.line2 }))).toBe('held');
    expect(stores((address) => ({ ...address, line1: address.line2, line2: address.line1 }))).toBe('held');
    expect(stores((address) => ({ ...address, line2: address.line1, all: Object.values(address).join() }))).toBe(
      'held',
    );
  });

  test('may be a formatted line, a joined one, or stand for one that has another name', () => {
    expect(stores(({ line1, city, postalCode }) => ({ line1, line2: city, city, postalCode }))).toBe('held');
    expect(stores(({ line1, city, postalCode }) => ({ line1, line2: String(postalCode), city, postalCode }))).toBe(
      'held',
    );
    expect(stores(({ line1, city }) => ({ line1, line2: `${line1}, ${city}`, city }))).toBe('held');
    expect(stores(({ line1, line2, city }) => ({ line1: `${line2}, ${line1}`, line2: '', city }))).toBe('held');
    expect(stores(({ line1, city }) => ({ street: line1, line2: line1, city }))).toBe('held');
    expect(stores((address) => ({ ...address, line2: 'nd' }))).toBe('held');
  });

  test('is found where three or four change places in a circle', () => {
    const places = 'members of the address change places';
    const circle = ({ line1, line2, city, postalCode }: typeof one) => ({
      line1: line2,
      line2: city,
      city: line1,
      postalCode,
    });
    expect(stores(circle)).toBe(places);
    expect(
      stores(({ line1, line2, city, postalCode }) => ({
        line1: postalCode,
        line2: line1,
        city: line2,
        postalCode: city,
      })),
    ).toBe(places);
    expect(stores((address) => (address === one ? address : circle(address)))).not.toBe(places);
    // Two of one sample hold too little to tell.
    const short = { line1: 'abc', line2: 'def', city: 'ghi' };
    const others = { line1: 'jkl', line2: 'mno', city: 'pqr' };
    const turned = ({ line1, line2, city }: typeof short) => stored({ line1: line2, line2: city, city: line1 });
    const judged = judgeStored(turned(short), turned(others), comparable(short, others), false);
    expect(judged.kind).toBe('unanswered');
  });

  test('is found where a number is cut to sixteen bits, with a sign or without', () => {
    const cut = 'a number of the address is cut to sixteen bits';
    const shown = (postalCode: number, kept: Json) => {
      const sent = { ...other, postalCode };
      const judgement = judgeStored(stored(one), stored({ ...sent, postalCode: kept }), comparable(one, sent), false);
      return judgement.kind === 'violated' ? judgement.cause : judgement.kind;
    };
    expect(shown(70_173, 4_637)).toBe(cut);
    expect(shown(70_173, '4637')).toBe(cut);
    expect(shown(40_001, -25_535)).toBe(cut);
    expect(shown(99_999, 34_463)).toBe(cut);
    expect(shown(99_999, -31_073)).toBe(cut);
    expect(shown(70_173, '70173')).toBe('held');
    expect(shown(70_173, 4_638)).toBe('held');
    expect(shown(30_159, 'D-30159')).toBe('held');
    expect(shown(65_600, 64)).toBe('held');
    const both = judgeStored(stored(one), stored({ ...other, postalCode: 4_637, code: 70_173 }), members, false);
    expect(both.kind).toBe('held');
  });

  test('is found where the end of the former one is behind it', () => {
    const survives = 'parts of a former address survive an update';
    const over = (sent: string, former: string) => sent + former.slice(sent.length);
    const kept = (address: Json) => {
      const judgement = judgeStored(stored(other), stored(address), members.map(turned), false);
      return judgement.kind === 'violated' ? judgement.cause : judgement.kind;
    };
    expect(kept({ ...one, line1: over(one.line1, other.line1) })).toBe(survives);
    expect(kept({ ...one, line2: `${one.line2}12` })).toBe(survives);
    expect(kept({ ...one, line2: `${one.line2}2` })).toBe('held');
    const behind = (end: string, address: Json) =>
      judgeStored(stored({ ...other, line2: `${other.line2}${end}` }), stored(address), members.map(turned), false)
        .kind;
    expect(behind(' abc', { ...one, line2: `${one.line2}12 abc` })).toBe('violated');
    expect(behind(' abc', { ...one, line2: `${one.line2} abc` })).toBe('held');
    expect(kept({ ...one, line1: `${one.line1}, ${one.city}` })).toBe('held');
    expect(kept({ ...one, line2: `${one.line2} (412)`, unit: '412' })).toBe('held');
  });

  test('is found where the last digit of a number becomes something else each time', () => {
    const kept = (codes: readonly [Json, Json]) => {
      const at = (address: typeof one, postalCode: Json) => stored({ ...address, postalCode });
      const judgement = judgeStored(at(one, codes[0]), at(other, codes[1]), members, false);
      return judgement.kind === 'violated' ? judgement.cause : judgement.kind;
    };
    expect(kept(['2009E', '7017C'])).toBe('a number of the address loses its last digit');
    expect(kept(['2009x', '7017x'])).toBe('held');
    expect(kept(['2009E', 70_173])).toBe('held');
    expect(kept(['20095', '7017C'])).toBe('held');
    expect(kept(['2009', '7017'])).toBe('held');
  });

  test('is not held against an update that is only promised', () => {
    const judgement = judgeStored(
      stored({ ...one, line2: one.line1 }),
      stored({ ...other, line2: other.line1 }),
      members,
      true,
    );
    expect(judgement.kind).toBe('unanswered');
  });
});

type Address = Readonly<Record<'line1' | 'city' | 'code' | 'country', string>>;
/** What was sent, or is read back, first and second. */
type Pair<Of> = readonly [first: Of, second: Of];

const sent: Pair<Address> = [first, { ...second, country: 'AT' }];
const cities = (former: string, next: string): Pair<{ city: string }> => [{ city: former }, { city: next }];

describe('how both updates are read back', () => {
  const kept = (show: (address: Address) => Json): Pair<Json> => [show(sent[0]), show(sent[1])];
  const born = (address: Json, hospital = '') => ({ birth: { city: 'Hamburg', hospital }, address });
  const never = 'a member of the address is never updated';

  test.each<[what: string, sent: Pair<Partial<Address>>, kept: Pair<Json>, judged: string]>([
    ['three characters, under another name', cities('Bonn', 'Ulm'), [{ town: 'Bonn' }, { town: 'Ulm' }], 'held'],
    [
      'three of the first beside the second',
      cities('Ulm', 'Bonn'),
      [{ a: 'Ulm' }, { a: 'Bonn', b: 'Ulm' }],
      'unanswered',
    ],
    ['two of the first by chance', sent, [{ at: 'Hamburg' }, { at: 'Bremen, Heidehof' }], 'held'],
    [
      'a member that follows, and its value in another object',
      cities('Bonn', 'Bremen'),
      [
        { a: { city: 'Bonn' }, b: { town: 'Bonn' } },
        { a: { city: 'Bremen' }, b: { town: 'Bremen' } },
      ],
      'held',
    ],
    ['a part of the second each time, and nothing else', sent, [{ city: 'Bremen' }, { city: 'Bremen' }], 'held'],
    [
      'the city of birth, beside it two characters by chance',
      sent,
      kept(({ line1, code }) => born({ street: line1, zip: code }, 'Heidehof')),
      'held',
    ],
    [
      'the city of birth, and two characters in another object by chance',
      cities('Hamburg', 'Au'),
      [born({ town: 'Aurich' }), born({ town: 'Aurich' })],
      'an accepted update is not stored',
    ],
    [
      'the city of birth, and three characters of the second in another object',
      cities('Hamburg', 'Ulm'),
      [born({ town: 'Hamburg' }), born({ town: 'Ulm' })],
      'unanswered',
    ],
    [
      'two members that change places, with another one between',
      sent,
      kept(({ line1, code, ...rest }) => ({ ...rest, line1: code, code: line1 })),
      'members of the address change places',
    ],
    ['a third value of three characters', sent, kept((address) => ({ ...address, city: 'Ulm' })), never],
    [
      'a third value beside one of two members that follow',
      sent,
      kept(({ line1, code }) => ({ street: { line1, city: 'Berlin' }, post: { code } })),
      never,
    ],
    [
      'a third value beside none that follows, though beside a text of the address',
      sent,
      kept(({ line1, code }) => ({ address: { line1, code }, employer: { city: 'Berlin', at: second.line1 } })),
      'held',
    ],
  ])('%s', (_what, addresses, [before, after], is) => {
    const judgement = judgeStored(stored(before), stored(after), comparable(...addresses), false);
    expect(judgement.kind === 'violated' ? judgement.cause : judgement.kind).toBe(is);
  });
});

test.each<[sent: string, read: Json, isShown: boolean]>([
  ['Ulm', { city: 'Ulm (Donau)' }, true],
  ['Ulm (Donau)', { city: 'Ulm' }, true],
  ['Au', { city: 'Aurich' }, false],
  ['Au', { city: 'Au' }, true],
  ['Ulm', { town: 'Neu-Ulm' }, true],
  ['Au', { town: 'Aurich' }, false],
])('%s is shown by %o: %s', (city, read, isShown) => {
  const members = comparable({ city: 'Bonn' }, { city });
  expect(shows(stored(read), members, 'fresh')).toBe(isShown);
  expect(shows(stored(read), members.map(turned), 'old')).toBe(isShown);
  expect(isReplaced(stored(read), members)).toBe(isShown);
});

test.each<[what: string, kept: Pair<Json>, isLate: boolean]>([
  ['each shows the other', [second, first], true],
  ['one member of two follows', [second, { ...first, city: second.city }], false],
  ['neither shows anything', [{}, {}], false],
  [
    'a member shows nothing that tells them apart',
    [
      { ...second, line1: 'r' },
      { ...first, line1: 'r' },
    ],
    true,
  ],
  ['a member is shown after one of them alone', [{ city: 'Bremen' }, { city: 'Hamburg', line1: 'Old Street 3' }], true],
])('the answer to an update is about the one before where %s', (_what, [before, after], isLate) => {
  expect(isLateByOne(stored(before), stored(after), compared)).toBe(isLate);
});

test.each<[what: string, before: Json, after: Json, kind: string]>([
  ['two members show neither', { city: 'Berlin', code: '10115' }, { city: second.city, code: second.code }, 'violated'],
  ['one of two shows it', { city: first.city, code: '10115' }, { city: second.city, code: second.code }, 'held'],
  ['there is but one', { city: 'Berlin' }, { city: second.city }, 'held'],
])('the first update is judged by what was there before the second: %s', (_what, before, after, kind) => {
  expect(judgeFirst(stored(before), stored(after), compared).kind).toBe(kind);
});
