import { type Sign, SignOf } from '../html/outcome.tsx';
import { verdictWords } from '../html/words.ts';
import type { RecordedRun } from './recorded-run.ts';
import { incompleteWords } from './shown-run.ts';

/** The sign of a verdict, which also names its colours. */
export const verdictSigns = {
  conformant: 'pass',
  'non-conformant': 'fail',
  inconclusive: 'inconclusive',
} as const satisfies Record<RecordedRun['verdict'], Sign>;

/** A verdict in colour, sign and word, and whether it is that of a part. */
export function VerdictChip({ run: { verdict, incomplete } }: { readonly run: RecordedRun }) {
  return (
    <span class="stands">
      <span class={`chip tone-${verdictSigns[verdict]}`}>
        <SignOf of={verdictSigns[verdict]} />
        {verdictWords[verdict]}
      </span>
      {incomplete === undefined ? null : <span class="part">{incompleteWords[incomplete]}</span>}
    </span>
  );
}
