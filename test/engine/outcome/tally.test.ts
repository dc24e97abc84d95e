import { expect, test } from 'vitest';
import type { Judgement } from '../../../engine/catalogue/check.ts';
import type { Level, Outcome } from '../../../engine/catalogue/levels.ts';
import { beyondClaim, held, observed, unanswered, violated } from '../../../engine/judging/answer.ts';
import { addTallies, cases, count, emptyTally, outcomeOf } from '../../../engine/outcome/tally.ts';

function tallyOf(...judgements: readonly Judgement[]) {
  const tally = emptyTally('cash/ok', 'GET /cash');
  for (const judgement of judgements) count(tally, judgement);
  return tally;
}

const bad = violated('cause', 'this', 'that');
const silent = unanswered('no answer');

test.each<[Judgement[], Level, Outcome, Outcome]>([
  [[], 'must', 'inconclusive', 'inconclusive'],
  [[held()], 'must', 'pass', 'pass'],
  [[held()], 'should', 'pass', 'pass'],
  [[held()], 'observe', 'observed', 'observed'],
  [[observed('x')], 'must', 'observed', 'observed'],
  [[held(), observed('x')], 'must', 'pass', 'pass'],
  [[held(), bad], 'must', 'fail', 'fail'],
  [[held(), bad], 'should', 'warn', 'fail'],
  [[silent], 'must', 'inconclusive', 'inconclusive'],
  [[held(), silent], 'must', 'inconclusive', 'inconclusive'],
  [[held(), silent, bad], 'must', 'fail', 'fail'],
  [[silent, bad], 'should', 'inconclusive', 'fail'],
  [[{ kind: 'not-run', why: 'missing' }], 'must', 'not-run', 'not-run'],
  [[{ kind: 'not-run', why: 'missing' }, held()], 'must', 'not-run', 'not-run'],
  [[{ kind: 'not-run', why: 'missing' }, silent], 'must', 'inconclusive', 'inconclusive'],
])('%j at level %s is %s, and strictly %s', (judgements, level, outcome, strictly) => {
  expect(outcomeOf(tallyOf(...judgements), level, false)).toBe(outcome);
  expect(outcomeOf(tallyOf(...judgements), level, true)).toBe(strictly);
});

test('cases are what was looked at', () => {
  expect(cases(tallyOf(held(), bad, silent, observed('x')))).toBe(4);
  expect(cases(tallyOf({ kind: 'not-run', why: 'missing' }))).toBe(0);
});

test('reasons are few, distinct, and the same in any order', () => {
  const all = ['g', 'b', 'a', 'b', 'f', 'c', 'e', 'd'].map((why) => unanswered(why));
  expect(tallyOf(...all).reasons).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(tallyOf(...all.reverse()).reasons).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('of two reasons why nothing was run, neither shard decides', () => {
  const one = tallyOf({ kind: 'not-run', why: 'one' });
  const other = tallyOf({ kind: 'not-run', why: 'other' });
  expect(addTallies(one, other)).toEqual(addTallies(other, one));
});

test('a note qualifies what held', () => {
  expect(tallyOf(held(), held('of a kind'))).toMatchObject({ held: 2, reasons: ['of a kind'] });
  expect(tallyOf(held()).reasons).toEqual([]);
});

test('of two reasons why nothing was run, the first in the alphabet stands', () => {
  const notRun = (why: string) => ({ kind: 'not-run', why }) as const;
  expect(tallyOf(notRun('b'), notRun('a'), notRun('c')).notRun).toBe('a');
});

test('what nobody can remove blocks nothing, and what can be removed does', () => {
  const [lasting, curable] = [beyondClaim('never there'), { kind: 'not-run', why: 'missing' } as const];
  expect(tallyOf(lasting)).toMatchObject({ notRun: 'never there', blocksNothing: true });
  expect(tallyOf(curable)).not.toHaveProperty('blocksNothing');
});

test('the sum of two tallies holds what either holds', () => {
  const ran = tallyOf(held());
  const skipped = { ...tallyOf({ kind: 'not-run', why: 'missing' }), blocksNothing: true, sharedReason: true } as const;
  for (const sum of [addTallies(ran, skipped), addTallies(skipped, ran)]) {
    expect(sum).toMatchObject({ held: 1, notRun: 'missing', blocksNothing: true, sharedReason: true });
  }
  const plain = addTallies(ran, tallyOf(bad));
  expect(plain).toMatchObject({ held: 1, violated: 1 });
  for (const name of ['notRun', 'blocksNothing', 'sharedReason']) expect(plain).not.toHaveProperty(name);
});
