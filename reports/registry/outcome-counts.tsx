import type { Result } from '../../engine/result.ts';
import { numeral } from '../counted.ts';
import { type Sign, SignOf } from '../html/outcome.tsx';
import { OutcomePlot } from '../html/outcome-plot.tsx';

/** How many requirements came to which outcome: a bar, and the numbers that are not zero. */
export function OutcomeCounts({ result: { totals, waived, requirements } }: { readonly result: Result }) {
  const all: readonly (readonly [sign: Sign, count: number, words: string])[] = [
    ['pass', totals.pass, 'pass'],
    ['fail', totals.fail, 'fail'],
    ['warn', totals.warn, 'warn'],
    ['inconclusive', totals.inconclusive, 'inconclusive'],
    ['observed', totals.observed, 'observed'],
    ['not-run', totals.notRun, 'not run'],
    ['waived', waived.length, 'waived'],
  ];
  return (
    <div class="outcome-counts">
      <OutcomePlot of="Requirements" name="small" all={requirements.map(({ outcome }) => outcome)} />
      <ul aria-label="Requirements by outcome">
        {all
          .filter(([, count]) => count > 0)
          .map(([sign, count, words]) => (
            <li key={sign} class={`ink-${sign}`}>
              <SignOf of={sign} />
              {numeral(count)} <span class="word">{words}</span>
            </li>
          ))}
      </ul>
    </div>
  );
}
