import { expect, test } from 'vitest';
import type { Json } from '../../../engine/index.ts';
import { storedIn } from '../../../suites/address-read-back.ts';
import { withoutHousehold } from '../../../suites/users/address-household.ts';
import { answered } from '../answered.ts';

type Members = Readonly<Record<string, Json>>;
/** Returns a read-back that contains the first user's address. */
type Shows = (first: Members) => Json;

/** The first user's address before and after the update, and an address outside the household. */
const former: Members = { line1: 'Main Road 1', city: 'Hamburg', postalCode: 20095 };
const fresh: Members = { line1: 'Castle Square 7', city: 'Bremen', postalCode: 28195 };
const elsewhere: Members = { line1: 'Harbour Lane 3', city: 'Ulm' };
const ofMill = { line1: 'Mill Lane 5', city: 'Bonn' };

const change = (of: Shows) => ({ before: storedIn(answered(), of(former)), after: storedIn(answered(), of(fresh)) });

/** Returns what remains of the second user's read-back after the household is removed. */
function left(other: Shows, own: Shows = (first) => first): readonly string[] {
  return withoutHousehold(change(other), change(own))(change(other).after).texts;
}

const twelve = (first: Members) =>
  Array.from({ length: 12 }, (_, at) => ({ person: `Ben ${at}`, at: at > 9 ? first : {} }));
const ben: Shows = (first) => ({ household: [{ userId: 7, address: first }] });

test.each<[string, readonly string[], Shows, Shows?]>([
  ['another one stayed', ['harbourlane3', 'ulm'], (first) => ({ address: elsewhere, household: { address: first } })],
  ['an address above stayed', ['harbourlane3', 'ulm'], (first) => ({ ...elsewhere, others: [first] })],
  ['a list names a person', ['ben'], (first) => ({ household: [{ fullName: 'Ben', address: first }] })],
  ['a list names a person beside it', [], (first) => [{ ...first, relation: 'partner' }]],
  ['a list names a person below it', ['ben'], (first) => ({ household: [{ ...first, of: { member: 'Ben' } }] })],
  ['a list has an id above it', ['4'], (first) => [{ id: 4, address: first }]],
  ['a list has a name far above it', ['ben'], (first) => [{ name: 'Ben', at: { home: first } }]],
  ['a list names many', Array.from({ length: 12 }, (_, at) => `ben${at}`), twelve],
  ['a list is not all there is', ['1', 'ben'], (first) => ({ count: 1, all: [{ owner: 'Ben', address: first }] })],
  ['the first user’s reading names others', ['7'], ben, (first) => ({ household: [{ userId: 8 }], address: first })],
  ['the first user’s reading has the text elsewhere', ['7'], ben, (first) => ({ ...first, houseNumber: 7 })],
])('the address of another in the household is left out if %s', (_what, texts, other, own) => {
  expect(left(other, own)).toEqual(texts);
});

test('it is left out of what was read before the update as well', () => {
  const other = change((first) => ({ address: elsewhere, household: { address: first } }));
  const own = change((first) => first);
  expect(withoutHousehold(other, own)(other.before)).toMatchObject({
    exchange: other.before.exchange,
    texts: ['harbourlane3', 'ulm'],
    named: new Map([
      ['line1', 'harbourlane3'],
      ['city', 'ulm'],
    ]),
  });
});

const owned: Shows = (first) => ({ addresses: [{ owner: 'Ben', address: first }] });
const changing = (before: Json, after: Json) => (first: Members) => (first === fresh ? after : before);
test.each<[string, Shows, Shows?]>([
  ['nothing changed', () => ({ address: elsewhere, household: [{ fullName: 'Ben', address: former }] })],
  ['the address is all there is', (first) => ({ address: first })],
  ['the address is the second user’s, by name', (first) => ({ fullName: 'Ada', address: first })],
  ['what stayed is no address', (first) => ({ address: first, status: { online: 'yes', city: 'Ulm' } })],
  ['what stayed is empty', (first) => ({ address: first, delivery: { line1: '', line2: '-' } })],
  ['another address changed as well', (first) => ({ address: first, delivery: changing(elsewhere, ofMill)(first) })],
  ['it was not there before', (first) => ({ address: elsewhere, delivery: changing(ofMill, fresh)(first) })],
  ['it was there before alone', (first) => ({ address: elsewhere, delivery: changing(former, ofMill)(first) })],
  ['a list does not say whose it is', (first) => [{ kind: 'home', address: first }]],
  ['a list says whose another one is', (first) => [first, { fullName: 'Ben', city: 'Bonn' }]],
  ['a list says who added it', (first) => [{ addedByUser: 'Ben', address: first }]],
  ['a list says how it is owned', (first) => [{ ownership: 'rented', address: first }]],
  ['a list numbers addresses', (first) => [{ id: 4, ...first }]],
  ['a list numbers addresses, above them', (first) => [{ addressId: 4, address: first }]],
  ['a list says what addresses are called', (first) => [{ nameOfPlace: 'at the lake', address: first }]],
  ['a list says what one is called below', (first) => [{ address: first, contact: { name: 'Ben' } }]],
  ['an address is outside as well', (first) => ({ household: [{ fullName: 'Ben', address: first }], ...first })],
  ['the first user’s reading names the same', owned, owned],
])('nothing is left out if %s', (_what, other, own) => {
  expect(left(other, own)).toEqual(change(other).after.texts);
});
