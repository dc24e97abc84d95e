import type { Result } from '../../engine/result.ts';
import type { Sign } from './outcome.tsx';

/** Counts the requirements by outcome, with the sign and the word for each outcome. */
export function outcomeCounts({
  totals,
  waived,
}: Pick<Result, 'totals' | 'waived'>): readonly (readonly [
  sign: Sign,
  count: number,
  words: string,
])[] {
  return [
    ['pass', totals.pass, 'pass'],
    ['fail', totals.fail, 'fail'],
    ['warn', totals.warn, 'warn'],
    ['inconclusive', totals.inconclusive, 'inconclusive'],
    ['observed', totals.observed, 'observed'],
    ['not-run', totals.notRun, 'not run'],
    ['waived', waived.length, 'waived'],
  ];
}
