import { expect, test } from 'vitest';
import type { Json } from '../../../engine/index.ts';
import { isPlausibleEdit } from '../../../engine/trial/plausible-edit.ts';

const three = { data: [{ a: 'x', b: 'y' }, { a: 'z' }] };
const same = { data: [{ a: 'o', b: 'o' }, { a: 'o' }] };

test.each<[boolean, string, Json, Json]>([
  [true, 'other words and numbers', { title: 'a', amount: 1 }, { title: 'b', amount: 2.5 }],
  [true, 'a member more', { title: 'a' }, { title: 'a', subtitle: 'b' }],
  [true, 'a list of another length', { data: [{ id: 1 }] }, { data: [{ id: 2 }, { id: 3 }] }],
  [true, 'more than half of a list', { data: [1, 2, 3, 4] }, { data: [5, 6, 7] }],
  [true, 'an empty list that is filled', { data: [] }, { data: [{ id: 1 }] }],
  [true, 'an empty list that stays empty', { data: [] }, { data: [] }],
  [true, 'null for a value, and a value for null', { a: null, b: 1 }, { a: 'x', b: null }],
  [
    true,
    'ids of which some are strings',
    { data: [{ id: 1 }, { id: 'a' }] },
    { data: [{ id: 'b' }, { id: 'c' }] },
  ],
  [true, 'an element that lacks a member', { data: [{ id: 1, note: 'x' }] }, { data: [{ id: 2 }] }],
  [true, 'null beside objects', { data: [{ id: 1 }, null] }, { data: [null, { id: 2 }] }],
  [true, 'lists in lists', [[1], [2]], [[3], [4]]],
  [true, 'the same two strings', { a: 'x', b: 'y' }, { a: 'z', b: 'z' }],
  [true, 'strings that were the same before', { a: ['x', 'x', 'x'] }, { a: ['y', 'y', 'y'] }],
  [false, 'a member less', { title: 'a', subtitle: 'b' }, { title: 'a' }],
  [false, 'nothing in a list', { data: [{ id: 1 }] }, { data: [] }],
  [false, 'half of a list', { data: [1, 2, 3, 4] }, { data: [1, 2] }],
  [false, 'one of three', [1, 2, 3], [1]],
  [false, 'a string for a number', { amount: 1 }, { amount: '1.00' }],
  [
    false,
    'strings for the numbers of a list',
    { data: [{ a: 1 }, { a: 2 }] },
    { data: [{ a: '1' }] },
  ],
  [
    false,
    'strings for numbers in lists of lists',
    { data: [[{ amount: 1 }]] },
    { data: [[{ amount: '1' }]] },
  ],
  [false, 'the same string everywhere', three, same],
  [
    false,
    'the same string beside numbers',
    { a: 'x', b: 'y', c: 'z', n: 1 },
    { a: 'o', b: 'o', c: 'o', n: 1 },
  ],
  [
    false,
    'a string for each number, where some have none',
    { data: [{ id: 1 }, {}] },
    { data: [{ id: '1' }, {}] },
  ],
  [
    false,
    'strings for numbers, in a list beside both',
    { data: [[1], 5, 'x'] },
    { data: [['1'], 5, 'x'] },
  ],
  [false, 'null for an object', { data: { id: 1 } }, { data: null }],
  [false, 'an object for a string', { title: 'a' }, { title: { en: 'a' } }],
  [false, 'a list for an object', { data: { id: 1 } }, { data: [{ id: 1 }] }],
  [false, 'an object for a list', { data: [1] }, { data: { 0: 1 } }],
])('may be an edit (%s): %s', (expected, _what, before, after) => {
  expect(isPlausibleEdit(before, after)).toBe(expected);
});
