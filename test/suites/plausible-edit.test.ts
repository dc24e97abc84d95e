import { describe, expect, test } from 'vitest';
import type { Json } from '../../engine/index.ts';
import { isPlausibleEdit } from '../../suites/every-endpoint/plausible-edit.ts';

describe('another edition of the same content', () => {
  test.each<[string, Json, Json]>([
    ['other words and numbers', { title: 'a', amount: 1 }, { title: 'b', amount: 2.5 }],
    ['a member more', { title: 'a' }, { title: 'a', subtitle: 'b' }],
    ['a list of another length', { data: [{ id: 1 }] }, { data: [{ id: 2 }, { id: 3 }] }],
    ['half of a list', { data: [1, 2, 3, 4] }, { data: [5, 6] }],
    ['one of two', { data: [1, 2] }, { data: [2] }],
    ['an empty list that is filled', { data: [] }, { data: [{ id: 1 }] }],
    ['an empty list that stays empty', { data: [] }, { data: [] }],
    ['null in place of a value, and a value in place of null', { a: null, b: 1 }, { a: 'x', b: null }],
    ['ids of which some are texts', { data: [{ id: 1 }, { id: 'a' }] }, { data: [{ id: 'b' }] }],
    ['an element that lacks a member', { data: [{ id: 1, note: 'x' }] }, { data: [{ id: 2 }] }],
    ['null beside objects', { data: [{ id: 1 }, null] }, { data: [null, { id: 2 }] }],
    ['lists in lists', [[1], [2]], [[3]]],
    ['the same few texts', { a: 'x', b: 'y' }, { a: 'z', b: 'z' }],
    ['texts that were the same before', { a: ['x', 'x', 'x'] }, { a: ['y', 'y', 'y'] }],
  ])('may have %s', (_what, before, after) => {
    expect(isPlausibleEdit(before, after)).toBe(true);
  });

  test.each<[string, Json, Json]>([
    ['a member less', { title: 'a', subtitle: 'b' }, { title: 'a' }],
    ['nothing in a list', { data: [{ id: 1 }] }, { data: [] }],
    ['less than half of a list', { data: [1, 2, 3, 4, 5] }, { data: [1, 2] }],
    ['one of three', [1, 2, 3], [1]],
    ['a text for a number', { amount: 1 }, { amount: '1.00' }],
    ['a text for each number of a list', { data: [{ amount: 1 }, { amount: 2 }] }, { data: [{ amount: '1' }] }],
    ['the same in lists of lists', { data: [[{ amount: 1 }]] }, { data: [[{ amount: '1' }]] }],
    [
      'the same text everywhere',
      { data: [{ a: 'x', b: 'y' }, { a: 'z' }] },
      { data: [{ a: 'o', b: 'o' }, { a: 'o' }] },
    ],
    [
      'the same text everywhere, beside numbers',
      { a: 'x', b: 'y', c: 'z', amount: 1 },
      { a: 'o', b: 'o', c: 'o', amount: 1 },
    ],
    ['a text for each number, where some have none', { data: [{ id: 1 }, {}] }, { data: [{ id: '1' }, {}] }],
    ['texts in a list of numbers that stands beside both', { data: [[1], 5, 'x'] }, { data: [['1'], 5, 'x'] }],
    ['null for an object', { data: { id: 1 } }, { data: null }],
    ['an object for a text', { title: 'a' }, { title: { en: 'a' } }],
    ['a list for an object', { data: { id: 1 } }, { data: [{ id: 1 }] }],
    ['an object for a list', { data: [1] }, { data: { 0: 1 } }],
  ])('does not have %s', (_what, before, after) => {
    expect(isPlausibleEdit(before, after)).toBe(false);
  });
});
