import { describe, expect, test } from 'vitest';
import type { Json } from '../../../engine/index.ts';
import {
  contentOf,
  foreignPath,
  leavesOf,
  marksOf,
  type Ownership,
  ownershipOf,
  varyingPaths,
} from '../../../suites/every-endpoint/own-answers.ts';

const answer = (cash: number, name: string, price: number, list: readonly number[] = []) =>
  leavesOf({ cash, name, price, list: [...list], empty: {}, none: null });
type Leaves = ReturnType<typeof leavesOf>;

test('a value is flattened to its scalars, empty lists and empty objects', () => {
  const leaves = Object.fromEntries(leavesOf({ a: [1, { b: 'x' }], c: {}, d: [] }));
  expect(leaves).toEqual({ '/a/0': '1', '/a/1/b': '"x"', '/c': '{}', '/d': '[]' });
});

describe('marks', () => {
  const [ann, bea] = [answer(1, 'Ann', 10), answer(2, 'Bea', 10)];
  const moving = [10, 11, 12].map((price) => answer(1, 'Ann', price));
  const shuffled = ['a', 'b', 'c'].map((id, at) => leavesOf({ data: [{ id: 'x' }, { id }, { id: at }] }));
  const second = ['a', 'b', 'c'].map((id) => leavesOf({ data: [{ id: 'y' }, { id }, { id: 'z' }] }));

  test.each<[string, string[], readonly Leaves[], readonly Leaves[]]>([
    ['values that differ and do not vary', ['/cash', '/name'], moving, [bea, bea, bea]],
    ['values that vary for the second user', ['/cash', '/name'], [bea, bea, bea], moving],
    ['responses that differ in what varies', [], moving, moving],
    ['a list in any order', [], shuffled, second],
    ['lists of different length', ['/list/1'], [answer(1, 'Ann', 1, [5])], [answer(1, 'Ann', 1, [5, 6])]],
    ['no response to the first user', [...ann.keys()], [], [ann]],
    ['no response to the second user', [...ann.keys()], [ann], []],
  ])('of %s: %j', (_what, paths, first, other) => {
    expect([...marksOf(first, other).keys()]).toEqual(paths);
  });

  test.each<[Ownership, string | undefined, Leaves]>([
    ['own', undefined, ann],
    ['other', '/cash', answer(2, 'Bea', 20)],
    ['other', '/name', answer(1, 'Bea', 20)],
    ['mixed', '/name', answer(1, 'Bea', 10)],
    ['mixed', '/cash', answer(2, 'Ann', 10)],
    ['changed', undefined, answer(3, 'Ann', 10)],
    ['changed', undefined, leavesOf({})],
  ])('tell whose a response is: %s, by %s', (ownership, path, leaves) => {
    const marks = marksOf([ann], [answer(2, 'Bea', 20)]);
    expect(ownershipOf(leaves, marks, 'first')).toBe(ownership);
    expect(foreignPath(leaves, marks, 'first')).toBe(path);
  });

  const of = (members: object) => leavesOf(members as Json);
  test.each<[Ownership, string | undefined, 'first' | 'second', object]>([
    ['mixed', '/b', 'first', { a: 1, b: 2 }],
    ['other', '/b', 'first', { b: 2 }],
    ['changed', undefined, 'first', { c: 2 }],
    ['other', '/a', 'second', { a: 1, b: 1 }],
    ['mixed', '/b', 'second', { a: 2, b: 1 }],
  ])('of two members: %s, by %s for the %s user: %j', (ownership, path, user, members) => {
    const marks = marksOf([of({ a: 1, b: 1 })], [of({ a: 2, b: 2 })]);
    expect(ownershipOf(of(members), marks, user)).toBe(ownership);
    expect(foreignPath(of(members), marks, user)).toBe(path);
  });

  test('a value of the other user beside one of nobody is an edit, which may happen to set that value', () => {
    const marks = marksOf([of({ a: 1, b: 1, c: 1 })], [of({ a: 2, b: 2, c: 2 })]);
    const whose = (members: object) => ownershipOf(of(members), marks, 'first');
    expect(
      [
        { a: 1, b: 2, c: 3 },
        { b: 2, c: 3 },
        { a: 1, b: 2, c: 1 },
      ].map(whose),
    ).toEqual(['changed', 'other', 'mixed']);
  });

  test('include a member that one user alone has, which does not count when absent', () => {
    const marks = marksOf([of({ a: 1 })], [of({ a: 1, c: 3 })]);
    expect([...marks]).toEqual([['/c', [undefined, '3']]]);
    expect(ownershipOf(of({ a: 1 }), marks, 'second')).toBe('changed');
    expect(foreignPath(of({ a: 1 }), marks, 'second')).toBeUndefined();
  });
});

describe('the content of a response', () => {
  const rates = [1, 2].map((rate): Json => ({ data: [{ id: 'x', rate }] }));
  const app = (...active: readonly boolean[]): Json => ({ app: active.map((one, at) => ({ id: at, active: one })) });
  test.each<[boolean, string, Json, Json, boolean?]>([
    [true, 'in another order of a list', ['a', { b: 1 }], [{ b: 1 }, 'a']],
    [true, 'in another order of members', { a: 1, b: 2 }, { b: 2, a: 1 }],
    [false, 'after two values were swapped', app(true, false), app(false, true)],
    [true, 'but for what varies', rates[0] ?? null, rates[1] ?? null, true],
    [false, 'in what does not vary', rates[0] ?? null, { data: [{ id: 'y', rate: 1 }] }, true],
  ])('is the same (%s) %s', (expected, _what, one, other, leavesOut = false) => {
    const varying = leavesOut ? varyingPaths(rates.map(leavesOf)) : new Set<string>();
    expect(contentOf(one, varying) === contentOf(other, varying)).toBe(expected);
  });
});
