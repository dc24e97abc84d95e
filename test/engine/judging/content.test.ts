import { describe, expect, test } from 'vitest';
import type { Json } from '../../../engine/index.ts';
import { differences, shapeOf } from '../../../engine/judging/content.ts';

describe('differences', () => {
  test.each<[Json, Json, readonly string[]]>([
    [1, 1, []],
    [1, '1', ['']],
    [null, {}, ['']],
    [[1], { 0: 1 }, ['']],
    [{ 0: 1 }, [1], ['']],
    [[1, 2], [1, 3], ['/1']],
    [[1, 2], [1], ['']],
    [{ a: 1, b: 2 }, { a: 1, b: 3 }, ['/b']],
    [{ a: 1 }, { b: 1 }, ['/a', '/b']],
    [{ a: [{ b: 1 }] }, { a: [{ b: 2 }] }, ['/a/0/b']],
    [{ a: [1] }, { a: 'x' }, ['/a']],
    [{ 'a/b~c': 1 }, { 'a/b~c': 2 }, ['/a~1b~0c']],
    [{ constructor: 1 }, {}, ['/constructor']],
    [{ constructor: 1 }, { constructor: 1 }, []],
  ])('between %j and %j are at %j', (left, right, places) => {
    expect([...differences(left, right)]).toEqual(places);
  });

  test('in more than two hundred places count as one at the root', () => {
    const list = (length: number, value: Json) => Array.from({ length }, () => value);
    expect(differences(list(200, 1), list(200, 2)).size).toBe(200);
    expect([...differences(list(201, 1), list(201, 2))]).toEqual(['']);
  });
});

test.each<[Json, string]>([
  [null, 'null'],
  [1, 'number'],
  [[], '[]'],
  [[null], '[null]'],
  [[{ b: 1, a: 'x' }, 7], '[{a: string, b: number}]'],
  [{}, '{}'],
  [{ toString: true }, '{toString: boolean}'],
  [{ a: { b: { c: { d: { e: 1 } } } } }, '{a: {b: {c: {d: {…}}}}}'],
  [{ a: { b: { c: { d: {} } } } }, '{a: {b: {c: {d: {}}}}}'],
  [[[[[[1]]]]], '[[[[[…]]]]]'],
  [{ ['x'.repeat(50)]: 1 }, `{${'x'.repeat(40)}: number}`],
])('the shape of %j is %s', (value, shape) => {
  expect(shapeOf(value)).toBe(shape);
});

test('a wide shape shows twelve members', () => {
  const wide = (width: number) =>
    Object.fromEntries(Array.from({ length: width }, (_, nth) => [`m${10 + nth}`, nth]));
  expect(shapeOf(wide(12))).toMatch(/m21: number\}$/);
  expect(shapeOf(wide(13))).toMatch(/m21: number, …\}$/);
});
