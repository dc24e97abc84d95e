import { expect, test } from 'vitest';
import { type Json, marksOf, normalised, storedIn } from '../../../engine/index.ts';
import { answered } from '../../suites/answered.ts';

test('values are compared without case, accents and signs', () => {
  expect(['Hauptstraße 1-b', 'ÉCOLE', 80331].map(normalised)).toEqual([
    'hauptstraße1b',
    'ecole',
    '80331',
  ]);
});

const [road, longer] = [
  { a: 'Main Road', b: 'Ulm' },
  { a: 'Main Road 7', b: 'Ulm' },
];
test.each<[object, object, readonly string[], readonly string[]]>([
  [
    { city: 'Ulm', line: 'ab', code: 123 },
    { city: 'Bonn', line: 'cd', code: 456 },
    ['ulm', '123'],
    ['bonn', '456'],
  ],
  [road, longer, [], []],
  [{ a: 'abcd' }, { a: 'bc' }, ['abcd'], []],
  [{ a: true, b: null, c: { d: 'deep' } }, { a: false }, [], []],
])(
  'marks are values of three characters or more that do not overlap: %j %j',
  (one, other, first, second) => {
    expect(marksOf({ ...one }, { ...other })).toEqual({ first, second });
  },
);

const nested = { former: { city: 'Ulm', 'a/b': { zip: 7 } }, city: 'Bonn' };
test.each<[string, Json, Readonly<Record<string, string>>]>([
  [
    'all names',
    { Post_Code: 1, a: { city: 'Ulm' }, b: null, list: ['x'] },
    { postcode: '1', city: 'ulm', 0: 'x' },
  ],
  ['none of three alike', { a: { city: 'Ulm' }, b: { city: 'Bonn' }, c: { city: 'Köln' } }, {}],
  [
    'the current of two',
    { previous: { city: 'Ulm' }, current: { city: 'Bonn' } },
    { city: 'bonn' },
  ],
  ['the one above', { city: 'Bonn', contact: { city: 'Ulm' } }, { city: 'bonn' }],
  ['the one above the former', nested, { city: 'bonn', zip: '7' }],
  ['none in a string', 'text', {}],
])('members are found by their names: %s', (_what, value, named) => {
  const found = [...storedIn(answered(), value).named].map(([name, { text }]) => [name, text]);
  expect(Object.fromEntries(found)).toEqual(named);
});

test('texts are all strings and numbers, and each member has its place', () => {
  expect(storedIn(answered(), { a: 'B C', d: [1, { e: 'f' }], g: null, h: true }).texts).toEqual([
    'bc',
    '1',
    'f',
  ]);
  expect(storedIn(answered(), 'text').texts).toEqual(['text']);
  const places = [...storedIn(answered(), nested).named.values()].map(({ name, place }) => [
    name,
    place,
  ]);
  expect(Object.fromEntries(places)).toEqual({ city: '', zip: '/former/a~1b' });
});
