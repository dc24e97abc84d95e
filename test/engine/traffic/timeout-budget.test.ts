import { expect, test } from 'vitest';
import { TimeoutBudget } from '../../../engine/traffic/retry.ts';

function after(timeouts: number): TimeoutBudget {
  const budget = new TimeoutBudget();
  for (let nth = 0; nth < timeouts; nth++) budget.timedOut();
  return budget;
}

test('timeouts are repeated until nine requests timed out; then only two more requests are, one at a time', () => {
  expect(['a', 'b', 'c', 'd'].map((name) => after(8).lasts(name))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  const budget = after(9);
  expect([budget.lasts('a'), budget.lasts('b'), budget.lasts('a')]).toEqual([true, false, true]);
  budget.ended('b');
  expect(budget.lasts('b')).toBe(false);
  budget.ended('a');
  expect([budget.lasts('b'), budget.lasts('a')]).toEqual([true, false]);
  budget.ended('b');
  expect(['a', 'b', 'c'].some((name) => budget.lasts(name))).toBe(false);
});
