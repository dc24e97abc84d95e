import { expect, test } from 'vitest';
import type { Json } from '../../engine/index.ts';
import { isToldByWords } from '../../suites/learn/alike-guides.ts';
import { textsIn, wordsIn } from '../../suites/learn/guide-names.ts';

test('texts are the strings in a value, however deep, and no numbers', () => {
  expect(textsIn({ a: 'one', b: [7, true, null, { c: 'two' }], d: 'one' })).toEqual(['one', 'two', 'one']);
  expect(textsIn(7)).toEqual([]);
});

test.each<[string, Json, readonly string[]]>([
  ['letters and digits', 'ETFs: 3 steps, (not 10)', ['ETFs', '3', 'steps', 'not', '10']],
  ['letters beyond ASCII', 'Überblick – für dich', ['Überblick', 'für', 'dich']],
  ['letters with marks', 'हिन्दी में', ['हिन्दी', 'में']],
  ['of each text', { title: 'a b', steps: ['c', 4] }, ['a', 'b', 'c']],
  ['none', { title: '—', text: '', count: 7 }, []],
])('words are those of people: %s', (_what, value, words) => {
  expect(wordsIn(value)).toEqual(words);
});

test.each<[boolean, string, Json, Json]>([
  [true, 'another word', { title: 'Saving' }, { title: 'Buying' }],
  [true, 'another word of the same letters', { title: 'no tar' }, { title: 'on rat' }],
  [false, 'other signs between the words', { title: 'Saving – now' }, { title: 'Saving: now' }],
  [false, 'a text that is a sign', { title: 'Saving', mark: '—' }, { title: 'Saving' }],
  [false, 'a number', { title: 'Saving', views: 7 }, { title: 'Saving' }],
])('%s: two guides are told apart by %s', (expected, _what, one, other) => {
  const delivered = [one, other].map((body, at) => ({ id: `${at}`, body }));
  expect(isToldByWords(delivered, one)).toBe(expected);
});
