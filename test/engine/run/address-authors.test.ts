import { describe, expect, test } from 'vitest';
import { AddressAuthors } from '../../../engine/run/address-authors.ts';
import type { Address } from '../../../engine/run/stored-address.ts';
import { get } from '../samples.ts';

const sample = {
  line1: 'Unter den Linden 77',
  line2: 'Floor 3',
  city: 'Berlin',
  postalCode: 10117,
  countryCode: 'DE',
};
const other = {
  line1: 'Schillerplatz 4',
  line2: 'Suite 412',
  city: 'Stuttgart',
  postalCode: 70173,
  countryCode: 'DE',
};
const own = { line1: '1 Old Mint Street', city: 'Valletta', postalCode: 1450, countryCode: 'MT' };
const moved = {
  line1: 'Rua Augusta 12',
  city: 'Lisboa',
  postalCode: '1100-053',
  countryCode: 'PT',
};
const masked = { line1: 'U*** L*** 7*', city: 'B***', postalCode: '1****', countryCode: 'DE' };

/**
 * Returns what a run knows that found its own address, has sent the sample, and has read that back
 * if it `isShown`.
 */
function authors(isShown = true): AddressAuthors {
  const all = new AddressAuthors('run', [sample, other]);
  all.keeps(own);
  all.sends({ ...get('/address'), method: 'PATCH', body: JSON.stringify({ address: sample }) });
  if (isShown) expect(all.strange(sample)).toBeUndefined();
  return all;
}

describe('this run may have written', () => {
  test.each<[what: string, read: Address]>([
    ['what it sent', sample],
    ['its mark', new AddressAuthors('run', []).marked(own)],
    ['the original', own],
    [
      'upper case and a number as a string',
      { ...sample, line1: 'UNTER DEN LINDEN 77', postalCode: '10117' },
    ],
    [
      'lines joined by the target',
      { line1: 'Unter den Linden 77, Floor 3', city: 'Berlin (Mitte)', postalCode: 10117 },
    ],
    ['an abbreviated street', { ...sample, line1: 'U. d. Linden 77' }],
    [
      'both lines and the country as an address service writes them',
      { ...sample, line1: 'U. d. Linden 77', line2: '3. OG', countryCode: 'Germany' },
    ],
    [
      'a masked street in a town that is not',
      { ...sample, line1: 'U*** L*** 77', line2: 'F***', postalCode: '1****' },
    ],
    ['one damaged member', { ...sample, postalCode: -7, city: 'Berl&#105;n' }],
    ['members of the original and of an update', { ...own, city: 'Berlin' }],
    ['a country alone', { countryCode: 'PT' }],
  ])('%s', (_what, read) => {
    expect(authors().strange(read)).toBeUndefined();
  });

  test('anything, if the read-back masks what the run sent', () => {
    expect(authors(false).strange(masked)).toBeUndefined();
  });
});

describe('somebody else has written', () => {
  test.each<[what: string, read: Address, reason: RegExp]>([
    [
      'an address of which only the country is known',
      { ...moved, countryCode: 'DE' },
      /another run or a person/,
    ],
    [
      'another address in the same town',
      { ...sample, line1: 'Torstraße 1', line2: '', postalCode: 10119 },
      /a person/,
    ],
    [
      'the mark of another run',
      new AddressAuthors('other', []).marked(own),
      /its mark is in the address/,
    ],
    ['an address that only runs send', other, /has stored an address that this run has not sent/],
  ])('%s', (_what, read, reason) => {
    expect(authors().strange(read)).toMatch(reason);
  });
});

test('the first reading of a run is strange if another run has marked it', () => {
  const all = new AddressAuthors('run', [sample, other]);
  expect(all.strangeAtFirst(new AddressAuthors('other', []).marked(own))).toMatch(
    /has the mark of a run/,
  );
  const usual = [
    own,
    { ...own, line2: 'Room 123, 4567 Main Street' },
    sample,
    all.marked(sample, true),
  ];
  expect(usual.flatMap((read) => all.strangeAtFirst(read) ?? [])).toEqual([]);
  const shown = { ...own, line1: 'ROOM-1234567, 1 OLD MINT STREET' };
  expect(all.strangeAtFirst(shown)).toMatch(/has the mark of a run/);
});

test('an address is one of runs if a line and half of it are, unless a run has released it', () => {
  const all = new AddressAuthors('run', [sample, other]);
  const ofRuns = [sample, { ...other, line1: null }];
  const usual = [
    own,
    { ...sample, line1: 'Friedrichstraße 100', line2: null },
    all.marked(sample, true),
  ];
  expect([...ofRuns, ...usual].map((read) => all.isOfRuns(read))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
