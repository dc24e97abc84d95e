import type { Result } from '../../engine/result.ts';
import { numeral } from '../counted.ts';
import { SignOf } from '../html/outcome.tsx';
import { outcomeCounts } from '../html/outcome-counts.ts';
import { OutcomePlot } from '../html/outcome-plot.tsx';

/** Shows the requirements by outcome: a bar, and the counts that are not zero. */
export function OutcomeCounts({ result }: { readonly result: Result }) {
  return (
    <div class="outcome-counts">
      <OutcomePlot
        of="Requirements"
        name="small"
        all={result.requirements.map(({ outcome }) => outcome)}
      />
      <ul aria-label="Requirements by outcome">
        {outcomeCounts(result)
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
