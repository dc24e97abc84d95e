import { expect, test } from 'vitest';
import { seldom } from '../../fixtures/malformed/seldom-structures.ts';

/** Whether it is that value in so many arrays of one element. */
function isDeep(depth: number, structure: unknown, value: unknown): boolean {
  let within = structure;
  for (let at = 0; at < depth; at++) within = Array.isArray(within) && within.length === 1 ? within[0] : undefined;
  return within === value;
}

const classes: Readonly<Record<string, (structure: unknown, value: unknown) => boolean>> = {
  'some arrays in arrays': (structure, value) => isDeep(3, structure, value),
  'seventy arrays in arrays': (structure, value) => isDeep(70, structure, value),
  'five hundred and ten arrays in arrays': (structure, value) => isDeep(510, structure, value),
  'an array of null': (structure) => isDeep(1, structure, null),
  'an array of 120 times the value': (structure, value) =>
    Array.isArray(structure) && structure.length === 120 && structure.every((one) => one === value),
  'an object of 120 members': (structure) =>
    !Array.isArray(structure) && Object.keys(structure as object).length === 120,
  'an object with a name that every object has': (structure, value) => memberOf(structure, 'toString') === value,
  'an object with a member without a name': (structure, value) => memberOf(structure, '') === value,
};

const memberOf = (structure: unknown, name: string) =>
  Object.getOwnPropertyDescriptor(structure, name)?.value as unknown;

/** What each of so many places after one another has in place of a scalar. */
const inPlaces = (value: unknown, count: number) =>
  Array.from({ length: count }, (_, nth) => seldom(value, nth).map(([, structure]) => structure));

test.each(Object.entries(classes))('one of eight places has %s', (what, isOf) => {
  for (const value of ['text', 7, true]) {
    const those = inPlaces(value, 8).filter(([structure]) => isOf(structure, value));
    expect(those, what).toHaveLength(1);
  }
});

test('each place has another one, and the next eight have the same', () => {
  const [first, all] = [inPlaces('text', 8), inPlaces('text', 16)];
  expect(first.map(({ length }) => length)).toEqual(Array(8).fill(1));
  expect(new Set(first.map((one) => JSON.stringify(one))).size).toBe(8);
  expect(all.slice(8)).toEqual(first);
});

test('they stand for scalars, also for null, and not for structures', () => {
  expect(inPlaces(null, 8).map(({ length }) => length)).toEqual(Array(8).fill(1));
  expect([...seldom({ a: 1 }, 0), ...seldom(['a'], 1)]).toEqual([]);
});
