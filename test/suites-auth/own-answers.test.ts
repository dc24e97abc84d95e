import { describe, expect, test } from 'vitest';
import type { Json } from '../../engine/index.ts';
import {
  contentOf,
  dependsOnTheOther,
  foreignPath,
  isMixedUp,
  leavesOf,
  marksOf,
  type Ownership,
  ownershipOf,
  sharesPart,
  takeOn,
  varyingPaths,
} from '../../suites/every-endpoint/own-answers.ts';

const answer = (cash: number, name: string, price: number, list: readonly number[] = []) =>
  leavesOf({ cash, name, price, list: [...list], empty: {}, none: null });

test('a value is flattened to its scalars, empty lists and objects included', () => {
  expect([...leavesOf({ a: [1, { b: 'x' }], c: {}, d: [] })]).toEqual([
    ['/a/0', '1'],
    ['/a/1/b', '"x"'],
    ['/c', '{}'],
    ['/d', '[]'],
  ]);
});

describe('marks', () => {
  test('tell the users apart where nothing varied for either', () => {
    const first = [answer(1, 'Ann', 10), answer(1, 'Ann', 11), answer(1, 'Ann', 12)];
    const second = [answer(2, 'Bea', 10), answer(2, 'Bea', 10), answer(2, 'Bea', 10)];
    expect([...marksOf(first, second).keys()]).toEqual(['/cash', '/name']);
  });

  test('there are none where the answers are alike but for what varies anyway', () => {
    const alike = [answer(1, 'Ann', 1), answer(1, 'Ann', 2), answer(1, 'Ann', 3)];
    expect(marksOf(alike, alike).size).toBe(0);
  });

  test('a list of any order has none, also where some of it happens to stand in the same place each time', () => {
    const shuffled = ['a', 'b', 'c'].map((name, at) => leavesOf({ data: [{ id: 'x' }, { id: name }, { id: at }] }));
    const other = ['a', 'b', 'c'].map((name) => leavesOf({ data: [{ id: 'y' }, { id: name }, { id: 'z' }] }));
    expect(marksOf(shuffled, other).size).toBe(0);
  });

  test('lists of different length count, where they are steady', () => {
    const marks = marksOf([answer(1, 'Ann', 1, [5])], [answer(1, 'Ann', 1, [5, 6])]);
    expect([...marks.keys()]).toEqual(['/list/1']);
  });
});

describe('whose an answer is', () => {
  const marks = marksOf([answer(1, 'Ann', 10)], [answer(2, 'Bea', 20)]);

  test.each([
    ['own', answer(1, 'Ann', 10)],
    ['other', answer(2, 'Bea', 20)],
    ['other', answer(1, 'Bea', 20)],
    ['mixed', answer(2, 'Ann', 10)],
    ['changed', answer(3, 'Ann', 10)],
    ['changed', leavesOf({})],
  ] as const)('%s', (ownership, leaves) => {
    expect(ownershipOf(leaves, marks, 'first')).toBe(ownership);
  });

  test('the path that gives it away is named', () => {
    expect(foreignPath(answer(1, 'Bea', 10), marks, 'first')).toBe('/name');
    expect(foreignPath(answer(3, 'Ann', 10), marks, 'first')).toBeUndefined();
  });
});

describe('mixed up', () => {
  const cases: readonly (readonly [boolean, readonly Ownership[]])[] = [
    [false, ['own', 'own', 'own']],
    [false, ['own', 'changed', 'changed', 'own']],
    [false, ['own', 'mixed', 'mixed', 'mixed']],
    [false, ['own', 'other']],
    [true, ['own', 'other', 'own']],
    [true, ['other', 'own', 'own']],
    [true, ['own', 'mixed', 'own']],
    [true, ['own', 'other', 'other', 'other']],
  ];
  test.each(cases)('%s: %j', (expected, answers) => {
    expect(isMixedUp(answers)).toBe(expected);
  });
});

describe('what an answer says', () => {
  const settings = (...active: readonly boolean[]) => ({
    app: active.map((one, at) => ({ id: `n${at}`, active: one })),
  });

  test('is the same in any order of its lists and members, and another where two values changed places', () => {
    const { app } = settings(true, false);
    expect(contentOf({ app: [...app].reverse() }, new Set())).toBe(contentOf({ app }, new Set()));
    expect(contentOf({ a: 1, b: 2 }, new Set())).toBe(contentOf({ b: 2, a: 1 }, new Set()));
    expect(contentOf(settings(false, true), new Set())).not.toBe(contentOf(settings(true, false), new Set()));
  });

  test('leaves out what varies for one user alone', () => {
    const rates = [1, 2].map((rate) => ({ data: [{ id: 'x', rate }] }));
    const varying = varyingPaths(rates.map(leavesOf));
    expect(new Set(rates.map((one) => contentOf(one, varying))).size).toBe(1);
    expect(contentOf({ data: [{ id: 'y', rate: 1 }] }, varying)).not.toBe(contentOf(rates[0] ?? null, varying));
  });
});

describe('an answer that depends on who asked before', () => {
  const turned = (isOwn: boolean) => ({ afterOther: true, isOwn });
  const alone = (isOwn: boolean) => ({ afterOther: false, isOwn });
  test.each([
    [true, [turned(false), turned(false), alone(true), turned(false)]],
    // An edit that is taken back, a single change, a change for good.
    [false, [turned(false), turned(false), turned(true), alone(true)]],
    [false, [turned(false), alone(true)]],
    [false, [turned(false), turned(false), turned(false), alone(false)]],
    [false, [turned(false), turned(false), turned(false), alone(true), alone(false)]],
    [false, [turned(false), turned(false), turned(false)]],
  ])('%s: %j', (expected, turns) => {
    expect(dependsOnTheOther(turns)).toBe(expected);
  });
});

describe('what varies', () => {
  test.each([
    ['was once what the other user has', true, [1, 2], [2]],
    ['was so in one of the other user’s answers', true, [1, 2], [3, 1]],
    ['is never what the other user has', false, [1, 2], [3, 4]],
    ['is the same for both where it does not vary', false, [1, 1], [1, 1]],
  ])('%s: %s', (_, expected, first, second) => {
    const [mine, theirs] = [
      first.map((cash) => answer(cash, 'Ann', 10)),
      second.map((cash) => answer(cash, 'Ann', 10)),
    ];
    expect(takeOn(mine, theirs, varyingPaths(mine, theirs))).toBe(expected);
  });
});

describe('a part in common', () => {
  const words = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
  const amounts = [{ amount: 1 }, { amount: 2 }, { amount: 3 }];

  test.each<readonly [string, expected: boolean, one: Json, other: Json]>([
    ['a list of numbers', true, { at: 1, data: amounts }, { at: 2, data: amounts }],
    ['one that is further down', true, { at: 1, cash: { data: amounts } }, { at: 2, cash: { data: amounts } }],
    ['one in another order', true, { at: 1, data: amounts }, { at: 2, data: amounts.toReversed() }],
    ['a long list in which only the last ones tell', true, [[...words, 1, 2, 3], 1], [[...words, 1, 2, 3], 2]],
    ['a list of words', false, { at: 1, data: words }, { at: 2, data: words }],
    ['numbers in no list', false, { at: 1, cash: { a: 1, b: 2, c: 3 } }, { at: 2, cash: { a: 1, b: 2, c: 3 } }],
    ['a list that only one has', false, { at: 1, data: amounts }, { at: 1 }],
    ['no content for one', false, null, { data: amounts }],
    ['no content for the other', false, { data: amounts }, null],
    ['null for one', false, { at: 1, data: null }, { at: 2, data: amounts }],
    ['null for the other', false, { at: 1, data: amounts }, { at: 2, data: null }],
    ['a text for one', false, 'none', { data: amounts }],
    ['a text for the other', false, [amounts], 'none'],
  ])('%s: %s', (_, expected, one, other) => {
    expect(sharesPart(one, other)).toBe(expected);
  });
});
