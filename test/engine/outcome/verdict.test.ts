import { expect, test } from 'vitest';
import type { Verdict } from '../../../engine/catalogue/levels.ts';
import { type Judged, verdictOf } from '../../../engine/outcome/verdict.ts';

const must = (outcome: Judged['outcome'], more: Partial<Judged> = {}): Judged => ({
  id: 'a/must',
  level: 'must',
  outcome,
  ...more,
});
const should = (outcome: Judged['outcome']): Judged => ({ id: 'a/should', level: 'should', outcome });
const observe = (outcome: Judged['outcome']): Judged => ({ id: 'a/observe', level: 'observe', outcome });
const passed: Judged = { id: 'a/passed', level: 'must', outcome: 'pass' };

function verdict(judged: readonly Judged[], changes: { waived?: string[]; errors?: number; claimed?: string[] } = {}) {
  const { waived = [], errors = 0, claimed = judged.map(({ id }) => id) } = changes;
  return verdictOf(judged, new Set(claimed), new Set(waived), errors);
}

test.each<[string, readonly Judged[], Verdict]>([
  ['every claimed must passed', [passed], 'conformant'],
  ['a claimed must failed', [passed, must('fail')], 'non-conformant'],
  ['a claimed must is inconclusive', [passed, must('inconclusive')], 'inconclusive'],
  ['a claimed must was not run', [passed, must('not-run')], 'inconclusive'],
  [
    'a must failed beside an inconclusive one',
    [must('inconclusive'), { ...must('fail'), id: 'b/b' }],
    'non-conformant',
  ],
  ['a should warns', [passed, should('warn')], 'conformant'],
  ['a should failed, strictly', [passed, should('fail')], 'non-conformant'],
  ['a should is inconclusive', [passed, should('inconclusive')], 'conformant'],
  ['a should was not run', [passed, should('not-run')], 'conformant'],
  ['something was observed', [passed, observe('observed')], 'conformant'],
  ['what is observed is inconclusive', [passed, observe('inconclusive')], 'conformant'],
  ['"when pinned" was not pinned', [passed, must('not-run', { when: 'pinned', blocksNothing: true })], 'conformant'],
  ['"when declared" was declared, and not run', [passed, must('not-run', { when: 'declared' })], 'inconclusive'],
  ['"when pinned" was only observed', [passed, must('observed', { when: 'pinned' })], 'conformant'],
  ['"when pinned" failed', [passed, must('fail', { when: 'pinned' })], 'non-conformant'],
  ['"when declared" is inconclusive', [passed, must('inconclusive', { when: 'declared' })], 'inconclusive'],
  ['a must was merely observed', [passed, must('observed')], 'inconclusive'],
  ['nothing passed', [observe('observed')], 'inconclusive'],
  ['nothing was judged', [], 'inconclusive'],
])('where %s', (_what, judged, expected) => {
  expect(verdict(judged)).toBe(expected);
});

test('what was not run can be waived, what is inconclusive or failed cannot', () => {
  expect(verdict([passed, must('not-run')], { waived: ['a/must'] })).toBe('conformant');
  expect(verdict([passed, must('inconclusive')], { waived: ['a/must'] })).toBe('inconclusive');
  expect(verdict([passed, must('fail')], { waived: ['a/must'] })).toBe('non-conformant');
});

test('outside the claim nothing counts, neither for nor against', () => {
  expect(verdict([passed, must('fail')], { claimed: ['a/passed'] })).toBe('conformant');
  expect(verdict([passed, must('not-run')], { claimed: ['a/must'] })).toBe('inconclusive');
});

test('an error of the harness leaves nothing conformant, and excuses no failure', () => {
  expect(verdict([passed], { errors: 1 })).toBe('inconclusive');
  expect(verdict([passed, must('fail')], { errors: 1 })).toBe('non-conformant');
});
