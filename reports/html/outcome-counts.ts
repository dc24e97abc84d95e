import type { Result } from '../../engine/result.ts';
import type { Sign } from './outcome.tsx';

/** How many requirements came to which outcome, with the sign and the words for it. */
export function outcomeCounts({
  totals,
  waived,
}: Pick<Result, 'totals' | 'waived'>): readonly (readonly [sign: Sign, count: number, words: string])[] {
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
