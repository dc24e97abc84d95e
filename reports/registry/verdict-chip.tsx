import { type Sign, SignOf } from '../html/outcome.tsx';
import { verdictWords } from '../html/words.ts';
import type { RecordedRun } from './recorded-run.ts';
import { incompleteWords } from './shown-run.ts';

/** The sign of each verdict. It also selects the colours. */
export const verdictSigns = {
  conformant: 'pass',
  'non-conformant': 'fail',
  inconclusive: 'inconclusive',
} as const satisfies Record<RecordedRun['verdict'], Sign>;

/** Shows a verdict in colour, with its sign and its word, and whether the run is incomplete. */
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
