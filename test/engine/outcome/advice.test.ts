import { expect, test } from 'vitest';
import type { Advice } from '../../../engine/catalogue/cause.ts';
import { byEvidence } from '../../../engine/outcome/advice.ts';
import type { Shown } from '../../../engine/outcome/clues.ts';

const shown: Shown = {
  facts: {},
  places: [{ endpoint: 'GET /a', key: '', count: 1, reproduced: { of: 0, times: 0 } }],
  reproduced: { of: 0, times: 0 },
  response: { status: 400, body: '', headers: [], size: 0 },
};

type When = Advice<{ readonly found?: string }>['when'] & {};

/** Returns the names of the advice in order. Each has these clues. */
const ordered = (advice: Readonly<Record<string, When>>, facts = {}) =>
  byEvidence(
    Object.entries(advice).map(([suspect, when]) => ({
      suspect,
      look: `Look at ${suspect}.`,
      when,
    })),
    shown,
    facts,
  )
    .map(({ suspect }) => suspect)
    .join();

test.each<[string, string, Readonly<Record<string, When>>]>([
  ['keeps its order without clues', 'a,b,c', { a: [], b: [], c: [] }],
  [
    'begins with what most clues support',
    'c,b,a',
    { a: [], b: ['4xx'], c: ['4xx', 'one endpoint'] },
  ],
  ['keeps the order of equal support', 'b,c,a', { a: [], b: ['4xx'], c: ['one endpoint'] }],
  ['is not moved by clues that the finding does not show', 'a,b', { a: ['5xx'], b: ['!2xx'] }],
  ['lacks what a clue refutes', 'a', { a: [], b: ['!4xx'] }],
  ['lacks what a clue refutes, despite support', 'a', { a: [], b: ['4xx', '!one endpoint'] }],
  ['is complete if all is refuted', 'b,a', { a: ['!4xx'], b: ['4xx', '!4xx'] }],
  ['begins with what a predicate supports', 'b,a', { a: [], b: [() => true] }],
  ['lacks what a predicate refutes', 'a', { a: [], b: ['4xx', () => false] }],
  ['is not moved by a predicate that is undefined', 'a,b', { a: [], b: [() => undefined] }],
])('advice %s: %s', (_what, expected, advice) => {
  expect(ordered(advice)).toBe(expected);
});

test('a predicate reads the facts', () => {
  const isText: When = [({ found }) => found === 'string'];
  expect(ordered({ a: [], b: isText }, { found: 'string' })).toBe('b,a');
  expect(ordered({ a: [], b: isText }, { found: 'null' })).toBe('a');
});

test('only what a report tells is returned', () => {
  const told = { suspect: 'The code waits.', look: 'Search it.' };
  expect(byEvidence([{ ...told, when: ['4xx'] }], shown, {})).toEqual([told]);
});

test('further advice comes first if the finding refutes the rest', () => {
  const told = (suspect: string, ...when: When) => ({ suspect, look: '', when });
  const [refuted, other] = [told('a', '!4xx'), told('b')];
  const first = (further: readonly Advice[]) => byEvidence([refuted], shown, {}, further)[0];
  expect(first([other])?.suspect).toBe('b');
  expect(first([told('c', '!4xx')])?.suspect).toBe('a');
});
