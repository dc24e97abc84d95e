import { expect, test } from 'vitest';
import { type Json, storedIn } from '../../../engine/index.ts';
import { hasNoneOfItsOwn, withoutHousehold } from '../../../suites/users/address-isolation.ts';
import { answered } from '../answered.ts';

type Members = Readonly<Record<string, Json>>;
/** Returns a read-back that contains the first user's address. */
type Shows = (first: Members) => Json;

/** The first user's address before and after the update, and an address outside the household. */
const former: Members = { line1: 'Main Road 1', city: 'Hamburg', postalCode: 20095 };
const fresh: Members = { line1: 'Castle Square 7', city: 'Bremen', postalCode: 28195 };
const elsewhere: Members = { line1: 'Harbour Lane 3', city: 'Ulm' };
const ofMill = { line1: 'Mill Lane 5', city: 'Bonn' };

const change = (of: Shows) => ({
  before: storedIn(answered(), of(former)),
  after: storedIn(answered(), of(fresh)),
});

/** Returns what remains of the second user's read-back after the household is removed. */
function left(other: Shows, own: Shows = (first) => first): readonly string[] {
  return withoutHousehold(change(other), change(own))(change(other).after).texts;
}

test.each<[string, readonly string[], Shows]>([
  [
    'beside it',
    ['harbourlane3', 'ulm'],
    (first) => ({ address: elsewhere, household: { address: first } }),
  ],
  ['above it', ['harbourlane3', 'ulm'], (first) => ({ ...elsewhere, others: [first] })],
])(
  'the address of another household member is left out if an address %s did not change',
  (_what, texts, other) => {
    expect(left(other)).toEqual(texts);
  },
);

test('the household is left out of the read-back before the update as well', () => {
  const other = change((first) => ({ address: elsewhere, household: { address: first } }));
  const own = change((first) => first);
  expect(withoutHousehold(other, own)(other.before)).toMatchObject({
    exchange: other.before.exchange,
    texts: ['harbourlane3', 'ulm'],
  });
});

const changing = (before: Json, after: Json) => (first: Members) =>
  first === fresh ? after : before;
test.each<[string, Shows]>([
  [
    'nothing changed',
    () => ({ address: elsewhere, household: [{ fullName: 'Ben', address: former }] }),
  ],
  ['the address is all there is', (first) => ({ address: first })],
  [
    'what stayed is no address',
    (first) => ({ address: first, status: { online: 'yes', city: 'Ulm' } }),
  ],
  ['what stayed is empty', (first) => ({ address: first, delivery: { line1: '', line2: '-' } })],
  [
    'another address changed as well',
    (first) => ({ address: first, delivery: changing(elsewhere, ofMill)(first) }),
  ],
  [
    'it was not there before',
    (first) => ({ address: elsewhere, delivery: changing(ofMill, fresh)(first) }),
  ],
  [
    'it was there before alone',
    (first) => ({ address: elsewhere, delivery: changing(former, ofMill)(first) }),
  ],
])('nothing is left out if %s', (_what, other) => {
  expect(left(other)).toEqual(change(other).after.texts);
});

test.each<[boolean, string, Json]>([
  [true, 'nothing', {}],
  [true, 'the address of the first user', { household: [{ id: 7, address: former }] }],
  [false, 'an address that the first user sees as well', fresh],
  [false, 'an address', elsewhere],
  [false, 'the address of the first user in the same place', { home: former }],
  [false, 'an address in other words', { road: 'Harbour Lane 3' }],
  [false, 'both', [elsewhere, former]],
])('the second user has no address, %s: %s is read', (hasNone, _what, reading) => {
  const own = { home: former, household: [{ id: 8, address: fresh }] };
  expect(hasNoneOfItsOwn(storedIn(answered(), reading), storedIn(answered(), own))).toBe(hasNone);
});
