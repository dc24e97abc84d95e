import { expect, test } from 'vitest';
import { Patience } from '../../../engine/run/patience.ts';

function after(timeouts: number): Patience {
  const patience = new Patience();
  for (let nth = 0; nth < timeouts; nth++) patience.timedOut();
  return patience;
}

test('a timeout is repeated until nine requests timed out; after that, two single requests are', () => {
  expect(['a', 'b', 'c', 'd'].map((name) => after(8).lasts(name))).toEqual([true, true, true, true]);
  const patience = after(9);
  expect([patience.lasts('a'), patience.lasts('b'), patience.lasts('a')]).toEqual([true, false, true]);
  patience.ended('b');
  expect(patience.lasts('b')).toBe(false);
  patience.ended('a');
  expect([patience.lasts('b'), patience.lasts('a')]).toEqual([true, false]);
  patience.ended('b');
  expect(['a', 'b', 'c'].some((name) => patience.lasts(name))).toBe(false);
});
