import { expect, test } from 'vitest';
import type { Judgement } from '../../../engine/catalogue/check.ts';
import { ofWords, say } from '../../../engine/exchange/sentence.ts';
import { beyondClaim, inconclusive, observed, pass } from '../../../engine/judging/answer.ts';
import { addTallies, cases, count, emptyTally, outcomeOf } from '../../../engine/outcome/tally.ts';
import type { Level, Outcome } from '../../../engine/schema/vocabulary.ts';
import { failed } from '../failed.ts';

function tallyOf(...judgements: readonly Judgement[]) {
  const tally = emptyTally('cash/ok', 'GET /cash');
  for (const judgement of judgements) count(tally, judgement);
  return tally;
}

const bad = failed('cause');
const silent = inconclusive(say`no answer`);

test.each<[Judgement[], Level, Outcome, Outcome]>([
  [[], 'must', 'inconclusive', 'inconclusive'],
  [[pass()], 'must', 'pass', 'pass'],
  [[pass()], 'observe', 'observed', 'observed'],
  [[observed(say`x`)], 'must', 'observed', 'observed'],
  [[pass(), observed(say`x`)], 'must', 'pass', 'pass'],
  [[pass(), bad], 'must', 'fail', 'fail'],
  [[pass(), bad], 'should', 'warn', 'fail'],
  [[silent], 'must', 'inconclusive', 'inconclusive'],
  [[pass(), silent], 'must', 'inconclusive', 'inconclusive'],
  [[pass(), silent, bad], 'must', 'fail', 'fail'],
  [[silent, bad], 'should', 'inconclusive', 'fail'],
  [[{ kind: 'not-run', why: say`missing` }], 'must', 'not-run', 'not-run'],
  [[{ kind: 'not-run', why: say`missing` }, pass()], 'must', 'not-run', 'not-run'],
  [[{ kind: 'not-run', why: say`missing` }, silent], 'must', 'inconclusive', 'inconclusive'],
])('%j at level %s is %s, and in a strict run %s', (judgements, level, outcome, strictly) => {
  expect(outcomeOf(tallyOf(...judgements), level, false)).toBe(outcome);
  expect(outcomeOf(tallyOf(...judgements), level, true)).toBe(strictly);
});

const notRun = (why: string): Judgement => ({ kind: 'not-run', why: ofWords(why) });
const unclear = ['g', 'b', 'a', 'b', 'f', 'c', 'e', 'd'].map((why) => inconclusive(ofWords(why)));
const five = ['a', 'b', 'c', 'd', 'e'].map(ofWords);

test.each<[what: string, Judgement[], expected: object]>([
  ['few, distinct and sorted reasons', unclear, { reasons: five }],
  ['the same reasons in any order', unclear.toReversed(), { reasons: five }],
  [
    'the notes of what passed',
    [pass(), pass(say`of a kind`)],
    { held: 2, reasons: [say`of a kind`] },
  ],
  [
    'one of reasons that differ in what they quote',
    [9, 1].map((nth) => inconclusive(say`id ${nth}0123456`)),
    { reasons: [say`id ${1}0123456`] },
  ],
  ['no reason without a note', [pass()], { reasons: [] }],
  [
    'the first reason in the alphabet why nothing was run',
    ['b', 'a', 'c'].map(notRun),
    { notRun: say`a` },
  ],
  [
    'that it blocks nothing if nobody can cure it',
    [beyondClaim(say`never`)],
    { notRun: say`never`, blocksNothing: true },
  ],
])('a tally contains %s', (_what, judgements, expected) => {
  expect(tallyOf(...judgements)).toMatchObject(expected);
});

test('every judgement but not-run counts as a case, and missing configuration blocks the verdict', () => {
  expect(cases(tallyOf(pass(), bad, silent, observed(say`x`)))).toBe(4);
  expect(cases(tallyOf(notRun('missing')))).toBe(0);
  expect(tallyOf(notRun('missing'))).not.toHaveProperty('blocksNothing');
});

test('the sum of two tallies contains everything that either contains', () => {
  const ran = tallyOf(pass());
  const skipped = {
    ...tallyOf({ kind: 'not-run', why: say`missing` }),
    blocksNothing: true,
    sharedReason: true,
  } as const;
  for (const sum of [addTallies(ran, skipped), addTallies(skipped, ran)]) {
    expect(sum).toMatchObject({
      held: 1,
      notRun: say`missing`,
      blocksNothing: true,
      sharedReason: true,
    });
  }
  const plain = addTallies(ran, tallyOf(bad));
  expect(plain).toMatchObject({ held: 1, violated: 1 });
  for (const name of ['notRun', 'blocksNothing', 'sharedReason'])
    expect(plain).not.toHaveProperty(name);
});
