import { describe, expect, test } from 'vitest';
import { guides } from '../../../suites/learn/guides.ts';
import { differsInText, judgeIds } from '../../../suites/learn/guides-localised.ts';
import { requirementOf } from '../asking.ts';
import { saidBy } from '../said.ts';

const requirement = (name: string) => requirementOf(guides, name);

describe('guides/localised-ids', () => {
  test.each([
    ['abc', 'acb', 'b at /data/1', 'c at /data/1'],
    ['ab', 'xb', 'a at /data/0', 'x at /data/0'],
    ['a', 'ab', 'nothing at /data/1', 'b at /data/1'],
  ])(
    'the finding names the first place that differs in %s and %s',
    (first, second, expected, actual) => {
      const judgement = judgeIds([...first], [...second]);
      expect(saidBy(requirement('localised-ids'), judgement)).toMatchObject({
        expected: expect.stringContaining(expected),
        actual: expect.stringContaining(actual),
      });
    },
  );
});

test.each<[boolean, string, string]>([
  [false, 'aA', 'aA'],
  // If the lists share an id, elements are compared by id.
  [false, 'aA bB', 'bB aA'],
  [false, 'bB aA', 'aA cC'],
  // Otherwise they are compared by position.
])('texts differ, %s: %s and %s', (expected, first, second) => {
  const listed = (all: string) =>
    [...all.matchAll(/(\w)(\w)/g)].map(([, id, title]) => ({ id: id ?? '', title: title ?? '' }));
  expect(differsInText(listed(first), listed(second))).toBe(expected);
});

test('a description counts as a text, but a number does not', () => {
  const differs = (first: object, second: object) =>
    differsInText([first as never], [second as never]);
  expect(differs({ id: 'a', description: 'd' }, { id: 'a', description: 'another' })).toBe(true);
  expect(differs({ id: 'a', chapterCount: 4 }, { id: 'a', chapterCount: 5 })).toBe(false);
});
