import { SignOf, verdictSigns } from '../html/outcome.tsx';
import { verdictWords } from '../html/words.ts';
import type { Implementation } from './implementation.ts';
import type { RecordedRun } from './recorded-run.ts';
import { incompleteWords, momentOf } from './shown-run.ts';

const longest = 8;

/** Shows the latest runs as a row of signs, the newest last. Each links to its report. */
export function HistoryRow({
  implementation: { home, runs },
  name,
}: {
  readonly implementation: Implementation;
  readonly name: string;
}) {
  const shown = runs.slice(0, longest).reverse();
  const more = runs.length - shown.length;
  return (
    <div class="history-row">
      {more === 0 ? null : (
        <a
          class="more"
          href={`${home}/index.html#history`}
          aria-label={`${more} earlier runs of ${name}`}
        >
          +{more}
        </a>
      )}
      <ol aria-label={`Runs of ${name}, the newest last`}>
        {shown.map((run) => (
          <li key={run.folder}>
            <a
              class={`square tone-${verdictSigns[run.verdict]}${run.incomplete === undefined ? '' : ' incomplete'}`}
              href={`${home}/${run.folder}/index.html`}
              aria-label={nameOf(run)}
              title={nameOf(run)}
            >
              <SignOf of={verdictSigns[run.verdict]} />
            </a>
          </li>
        ))}
      </ol>
    </div>
  );
}

function nameOf(run: RecordedRun): string {
  const { day, time } = momentOf(run);
  const part = run.incomplete === undefined ? '' : ` (${incompleteWords[run.incomplete]})`;
  return `${day} ${time}: ${verdictWords[run.verdict]}${part}`;
}
