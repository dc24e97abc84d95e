import { expect, test } from 'vitest';
import {
  inList,
  ofWords,
  say,
  sentenceKind,
  sentenceText,
  withQuotations,
} from '../../../engine/exchange/sentence.ts';

test('a sentence keeps our words apart from quotations', () => {
  const inner = say`the response is ${503}: ${'no host'}`;
  const outer = say`not accepted (${inner}), ${2} times`;
  expect(outer).toEqual({
    words: ['not accepted (the response is ', ': ', '), ', ' times'],
    values: [503, 'no host', 2],
  });
  expect(sentenceText(outer)).toBe('not accepted (the response is 503: no host), 2 times');
  expect(sentenceKind(outer)).toBe(
    sentenceKind(say`not accepted (${say`the response is ${1}: ${''}`}), ${9} times`),
  );
  expect(sentenceText(withQuotations(outer, () => 'x'))).toBe(
    'not accepted (the response is 503: x), 2 times',
  );
});

test('sentences are inList with words between them', () => {
  expect(sentenceText(inList([say`a ${'b'}`, ofWords('c'), say`${1}`], '; '))).toBe('a b; c; 1');
  expect(sentenceText(inList([], '; '))).toBe('');
});
