import type { ComponentChildren } from 'preact';
import { type Change, type Comparison, compareResults } from '../compare.ts';
import { counted } from '../counted.ts';
import { groupBy } from '../group-by.ts';
import { Clipped } from '../html/clipped.tsx';
import { requirementHref } from '../html/links.ts';
import { OutcomeChip } from '../html/outcome.tsx';
import { placeWords } from '../html/places.ts';
import { momentOf, type ShownRun } from './shown-run.ts';

/** The most lines of a list. `compare` shows all of them. */
const mostLines = 20;
/** The most endpoints that a line names. */
const mostNamed = 4;

/** Shows the differences between a run and the complete run before it. */
export function Changes({
  before,
  after,
}: {
  readonly before: ShownRun;
  readonly after: ShownRun;
}) {
  const comparison = compareResults(before.shown, after.shown);
  const lists = listsOf(comparison).filter(([, changes]) => changes.length > 0);
  const { differences } = comparison;
  const summary = [
    lists.length === 0
      ? 'no outcome changed'
      : lists.map(([words, { length }]) => `${length} ${words}`).join(', '),
    ...(differences.length === 0
      ? []
      : [`differs in ${differences.map(({ of }) => of).join(', ')}`]),
  ].join('; ');
  const since = `Since ${momentOf(before.run).day}: ${summary}`;
  if (lists.length + differences.length === 0) return <p class="since soft">{since}</p>;
  return (
    <details class="since">
      <summary>{since}</summary>
      {differences.length === 0 ? null : (
        <ul class="plain">
          {differences.map((difference) => (
            <li key={difference.of}>
              <Clipped text={difference.text} />
            </li>
          ))}
        </ul>
      )}
      {lists.map(([words, changes]) => (
        <section key={words}>
          <h4>{`${words.charAt(0).toUpperCase()}${words.slice(1)}`}</h4>
          <Lines changes={changes} report={`${after.run.folder}/index.html`} />
        </section>
      ))}
    </details>
  );
}

function listsOf(
  comparison: Comparison,
): readonly (readonly [words: string, changes: readonly Change[]])[] {
  return [
    ['broken', comparison.broken],
    ['new warnings', comparison.warned],
    ['fixed', comparison.fixed],
    ['newly assessed', comparison.newlyAssessed],
    ['no longer assessed', comparison.noLongerAssessed],
  ];
}

/**
 * Shows one line for all endpoints on which a requirement changed in the same way, the worst first.
 */
function Lines({
  changes,
  report,
}: {
  readonly changes: readonly Change[];
  readonly report: string;
}) {
  const groups = groupBy(
    changes,
    ({ requirement, before, after }) => `${before} ${after} ${requirement}`,
  );
  const lines = [...groups].sort(([, [left]], [, [right]]) => rank(left) - rank(right));
  const more = lines.length - mostLines;
  return (
    <ul class="change-lines">
      {lines.slice(0, mostLines).map(([key, all]) => (
        <Line key={key} changes={all} report={report} />
      ))}
      {more > 0 ? <li class="soft">and {counted(more, 'more requirement')}</li> : null}
    </ul>
  );
}

function rank(change: Change | undefined): number {
  return change?.after === 'fail' ? 0 : change?.after === 'warn' ? 1 : 2;
}

function Line({
  changes,
  report,
}: {
  readonly changes: readonly Change[];
  readonly report: string;
}) {
  const [first] = changes;
  if (!first) return null;
  const named =
    changes.length > mostNamed ? [] : changes.map(({ endpoint }) => placeWords(endpoint));
  return (
    <li>
      <span class="turn">
        <OutcomeOf outcome={first.before} />
        <span aria-hidden="true">→</span>
        <span class="unseen">, now</span>
        <OutcomeOf outcome={first.after} />
      </span>
      <span>
        <a href={`${report}${requirementHref(first.requirement)}`}>
          <Clipped text={first.requirement} bytes={120} />
        </a>{' '}
        <span class="soft">
          on{' '}
          {named.length === 0 ? (
            counted(changes.length, 'place')
          ) : (
            <Clipped text={named.join(', ')} />
          )}
        </span>
      </span>
    </li>
  );
}

function OutcomeOf({ outcome }: { readonly outcome: Change['before'] }): ComponentChildren {
  return outcome === 'none' ? <span class="chip">absent</span> : <OutcomeChip outcome={outcome} />;
}
