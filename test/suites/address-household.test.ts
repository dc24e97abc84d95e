import { describe, expect, test } from 'vitest';
import type { Json } from '../../engine/index.ts';
import { storedIn } from '../../suites/address-read-back.ts';
import { withoutHousehold } from '../../suites/users/address-household.ts';
import { answered } from './answered.ts';

type Members = Readonly<Record<string, Json>>;

/** The first user's address before and after the update, and what is of nobody in the household. */
const former: Members = { line1: 'Main Road 1', city: 'Hamburg', postalCode: 20095 };
const fresh: Members = { line1: 'Castle Square 7', city: 'Bremen', postalCode: 28195 };
const elsewhere: Members = { line1: 'Harbour Lane 3', city: 'Ulm' };

/** What the reading of the one shows with the first user's address in it, before and after the update. */
type Shows = (first: Members) => Json;
const alone: Shows = (first) => first;

/** What is left of the second user's reading after the update, in the order of what it shows. */
function left(other: Shows, own: Shows = alone): readonly string[] {
  const change = (shows: Shows) => ({
    before: storedIn(answered(), shows(former)),
    after: storedIn(answered(), shows(fresh)),
  });
  const { after } = change(other);
  return withoutHousehold(change(other), change(own))(after).texts;
}

/** All that the second user's reading shows after the update. */
const all = (other: Shows) => storedIn(answered(), other(fresh)).texts;

describe('what those who share a household are shown beside their own address is left out', () => {
  test('where an address elsewhere stayed', () => {
    expect(left((first) => ({ address: elsewhere, household: { address: first } }))).toEqual(['harbourlane3', 'ulm']);
    expect(left((first) => ({ ...elsewhere, others: [first] }))).toEqual(['harbourlane3', 'ulm']);
  });

  test('from what was read before the update as well', () => {
    const shows: Shows = (first) => ({ address: elsewhere, household: { address: first } });
    const [before, after] = [former, fresh].map((first) => storedIn(answered(), shows(first)));
    const own = { before: storedIn(answered(), former), after: storedIn(answered(), fresh) };
    if (!before || !after) throw new RangeError('two readings');
    expect(withoutHousehold({ before, after }, own)(before)).toMatchObject({
      exchange: before.exchange,
      texts: ['harbourlane3', 'ulm'],
      named: new Map([
        ['line1', 'harbourlane3'],
        ['city', 'ulm'],
      ]),
    });
  });

  test.each<[string, Shows, readonly string[]]>([
    ['by a name', (first) => ({ household: [{ fullName: 'Ben', address: first }] }), ['ben']],
    ['by a name beside it', (first) => [{ ...first, relation: 'partner' }], []],
    ['by a name below', (first) => ({ household: [{ ...first, of: { member: 'Ben' } }] }), ['ben']],
    ['by what addresses have as well, above it', (first) => [{ id: 4, address: first }], ['4']],
    ['by what addresses have as well, far above', (first) => [{ name: 'Ben', at: { home: first } }], ['ben']],
    [
      'each, of many',
      (first) => Array.from({ length: 12 }, (_, at) => ({ person: `Ben ${at}`, at: at > 9 ? first : {} })),
      Array.from({ length: 12 }, (_, at) => `ben${at}`),
    ],
    ['beside what is no address', (first) => ({ count: 1, all: [{ owner: 'Ben', address: first }] }), ['1', 'ben']],
  ])('where a list alone has addresses, and says whose they are: %s', (_how, other, texts) => {
    expect(left(other)).toEqual(texts);
  });

  test('where the first user’s own reading names others, or has the same text for something else', () => {
    const other: Shows = (first) => ({ household: [{ userId: 7, address: first }] });
    expect(left(other, (first) => ({ household: [{ userId: 8 }], address: first }))).toEqual(['7']);
    expect(left(other, (first) => ({ ...first, houseNumber: 7 }))).toEqual(['7']);
  });
});

describe('all is looked at', () => {
  test.each<[string, Shows]>([
    ['nothing changed', () => ({ address: elsewhere, household: [{ fullName: 'Ben', address: former }] })],
    ['the address is all there is', (first) => ({ address: first })],
    ['the address is the second user’s, by name', (first) => ({ fullName: 'Ada', address: first })],
    ['what stayed is no address', (first) => ({ address: first, status: { online: 'yes', city: 'Ulm' } })],
    ['what stayed is empty', (first) => ({ address: first, delivery: { line1: '', line2: '-' } })],
    [
      'another address changed as well',
      (first) => ({ address: first, delivery: { line1: first === fresh ? 'Mill Lane 5' : 'Harbour Lane 3' } }),
    ],
    [
      'the first user’s address was not there before',
      (first) => ({ address: elsewhere, delivery: first === fresh ? fresh : { line1: 'Mill Lane 5', city: 'Bonn' } }),
    ],
    [
      'the first user’s address was there before alone',
      (first) => ({ address: elsewhere, delivery: first === fresh ? { line1: 'Mill Lane 5', city: 'Bonn' } : former }),
    ],
    ['a list does not say whose it is', (first) => [{ kind: 'home', address: first }]],
    ['a list says whose another one is', (first) => [first, { fullName: 'Ben', city: 'Bonn' }]],
    ['a list says who added it', (first) => [{ addedByUser: 'Ben', address: first }]],
    ['a list says how it is owned', (first) => [{ ownership: 'rented', address: first }]],
    ['a list numbers addresses', (first) => [{ id: 4, ...first }]],
    ['a list numbers addresses, above them', (first) => [{ addressId: 4, address: first }]],
    ['a list says what addresses are called', (first) => [{ nameOfPlace: 'at the lake', address: first }]],
    ['one of a list says what it is called below', (first) => [{ address: first, contact: { name: 'Ben' } }]],
    [
      'an address stands outside of a list as well',
      (first) => ({ household: [{ fullName: 'Ben', address: first }], ...first }),
    ],
  ])('where %s', (_what, other) => {
    expect(left(other)).toEqual(all(other));
  });

  test('where a list names who the first user’s own reading names', () => {
    const shows: Shows = (first) => ({ addresses: [{ owner: 'Ben', address: first }] });
    expect(left(shows, shows)).toEqual(all(shows));
  });
});
