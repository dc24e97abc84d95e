import { expect, test } from 'vitest';
import { type Judged, verdictOf } from '../../../engine/outcome/verdict.ts';
import type { Verdict } from '../../../engine/schema/vocabulary.ts';

const must = (outcome: Judged['outcome'], more = {}): Judged => ({
  id: 'a/must',
  level: 'must',
  outcome,
  ...more,
});
const should = (outcome: Judged['outcome']): Judged => ({
  id: 'a/should',
  level: 'should',
  outcome,
});
const observe = (outcome: Judged['outcome']): Judged => ({
  id: 'a/observe',
  level: 'observe',
  outcome,
});
const passed: Judged = { id: 'a/passed', level: 'must', outcome: 'pass' };

function verdict(
  judged: readonly Judged[],
  changes: { waived?: string[]; errors?: number; claimed?: string[] } = {},
) {
  const { waived = [], errors = 0, claimed = judged.map(({ id }) => id) } = changes;
  return verdictOf(judged, new Set(claimed), new Set(waived), errors);
}

test.each<[string, readonly Judged[], Verdict]>([
  ['every claimed must passed', [passed], 'conformant'],
  ['a claimed must failed', [passed, must('fail')], 'non-conformant'],
  ['a claimed must is inconclusive', [passed, must('inconclusive')], 'inconclusive'],
  ['a claimed must was not run', [passed, must('not-run')], 'inconclusive'],
  [
    'one must is inconclusive, another failed',
    [must('inconclusive'), must('fail', { id: 'b' })],
    'non-conformant',
  ],
  ['a should warns', [passed, should('warn')], 'conformant'],
  ['a should failed, strictly', [passed, should('fail')], 'non-conformant'],
  ['a should is inconclusive', [passed, should('inconclusive')], 'conformant'],
  ['a should was not run', [passed, should('not-run')], 'conformant'],
  ['what is observed is inconclusive', [passed, observe('inconclusive')], 'conformant'],
  [
    '"when pinned" was not pinned',
    [passed, must('not-run', { when: 'pinned', blocksNothing: true })],
    'conformant',
  ],
  [
    '"when declared" was declared, and not run',
    [passed, must('not-run', { when: 'declared' })],
    'inconclusive',
  ],
  ['"when pinned" was only observed', [passed, must('observed', { when: 'pinned' })], 'conformant'],
  ['"when pinned" failed', [passed, must('fail', { when: 'pinned' })], 'non-conformant'],
  [
    '"when declared" is inconclusive',
    [passed, must('inconclusive', { when: 'declared' })],
    'inconclusive',
  ],
  ['a must was merely observed', [passed, must('observed')], 'inconclusive'],
  ['nothing passed', [observe('observed')], 'inconclusive'],
])('if %s', (_what, judged, expected) => {
  expect(verdict(judged)).toBe(expected);
});

test.each<[what: string, outcome: Judged['outcome'], Parameters<typeof verdict>[1], Verdict]>([
  ['a must that was not run is waived', 'not-run', { waived: ['a/must'] }, 'conformant'],
  ['an inconclusive must is waived', 'inconclusive', { waived: ['a/must'] }, 'inconclusive'],
  ['a failed must is waived', 'fail', { waived: ['a/must'] }, 'non-conformant'],
  ['a must outside the claim failed', 'fail', { claimed: ['a/passed'] }, 'conformant'],
  [
    'the only must that passed is outside the claim',
    'not-run',
    { claimed: ['a/must'] },
    'inconclusive',
  ],
  ['there is a harness error', 'pass', { errors: 1 }, 'inconclusive'],
  ['there is a harness error beside a failure', 'fail', { errors: 1 }, 'non-conformant'],
])('if %s', (_what, outcome, changes, expected) => {
  expect(verdict([passed, must(outcome)], changes)).toBe(expected);
});
