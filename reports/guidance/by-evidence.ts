import type { Failure } from '../../engine/result.ts';
import { type Clue, clues } from './clues.ts';
import type { Cause } from './guidance.ts';

/**
 * Orders causes by what the finding shows. Those that it supports come first, those that it
 * contradicts are left out. Otherwise the order stays. If it contradicts all, all stay.
 */
export function byEvidence(causes: readonly Cause[], failure: Failure): readonly Cause[] {
  const shows = (clue: Clue) => clues[clue](failure);
  const count = (wanted: readonly Clue[]) => wanted.filter(shows).length;
  const weighed = causes.map((one) => ({
    one,
    support: count(one.for),
    isRefuted: count(one.against) > 0,
  }));
  const left = weighed.filter(({ isRefuted }) => !isRefuted);
  return [...(left.length > 0 ? left : weighed)]
    .sort((first, other) => other.support - first.support)
    .map(({ one }) => one);
}
