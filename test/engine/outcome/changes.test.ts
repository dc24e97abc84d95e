import { expect, test } from 'vitest';
import { changesInWords, joinChanges } from '../../../engine/outcome/changes.ts';

const of = (changed: string, violating: readonly string[], passing: readonly string[]) => ({
  changed,
  violating,
  passing,
});

test('the changes at all places of a defect are summarised once', () => {
  expect(changesInWords([])).toBeUndefined();
  expect(changesInWords([of('no token', [], [])])).toBe('no token');
  const places = [
    { ...of('empty', ['a'], ['b', 'c']), field: 'id' },
    { ...of('b', ['empty'], ['d']), field: 'id' },
  ];
  expect(changesInWords(places)).toBe('id: empty. The same with: a; b. Not with: c; d');
});

test('what only the shown request says is not compared', () => {
  const [first, other] = [of('a', [], []), { ...of('b', [], []), isOfShown: true as const }];
  expect(changesInWords([first, other])).toBe('a');
  expect([joinChanges(first, other), joinChanges(other, first)]).toEqual([
    first,
    { ...other, violating: ['a'] },
  ]);
});

test('joined changes do not depend on the order of joining', () => {
  const [first, second, third] = [of('a', [], ['x']), of('b', [], []), of('c', ['a'], ['x', 'w'])];
  const joined = { changed: 'a', violating: ['b', 'c'], passing: ['w', 'x'] };
  expect(joinChanges(joinChanges(first, second), third)).toEqual(joined);
  expect(joinChanges(first, joinChanges(third, second))).toEqual(joined);
  expect(joinChanges(first, undefined)).toBe(first);
});

test('only the first of many changes are listed', () => {
  const many = Array.from({ length: 9 }, (_, nth) => `change ${nth}`);
  const words = /The same with: change 0; .*; change 4; and 4 more. Not with: other$/;
  expect(changesInWords([of('another', many, ['other'])])).toMatch(words);
  const all = 'another. The same with all 9 other changes';
  expect(changesInWords([of('another', many, [])])).toBe(all);
});
