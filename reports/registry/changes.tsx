import type { ComponentChildren } from 'preact';
import { alike, type Change, compareResults } from '../compare.ts';
import { counted } from '../counted.ts';
import { Clipped } from '../html/clipped.tsx';
import { requirementHref } from '../html/links.ts';
import { OutcomeChip } from '../html/outcome.tsx';
import { placeWords } from '../html/places.ts';
import { momentOf, type ShownRun } from './shown-run.ts';

const mostLines = 20;
const mostNamed = 4;

export function Changes({
  before,
  after,
}: {
  readonly before: ShownRun;
  readonly after: ShownRun;
}) {
  const { differences, ...changed } = compareResults(before.shown, after.shown);
  const lists = (
    [
      ['broken', changed.broken],
      ['new warnings', changed.warned],
      ['fixed', changed.fixed],
      ['newly assessed', changed.newlyAssessed],
      ['no longer assessed', changed.noLongerAssessed],
    ] as const
  ).filter(([, changes]) => changes.length > 0);
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

function Lines({
  changes,
  report,
}: {
  readonly changes: readonly Change[];
  readonly report: string;
}) {
  const lines = alike(changes);
  const more = lines.length - mostLines;
  return (
    <ul class="change-lines">
      {lines.slice(0, mostLines).map((all) => (
        <Line key={`${all[0]?.requirement} ${all[0]?.before}`} changes={all} report={report} />
      ))}
      {more > 0 ? <li class="soft">and {counted(more, 'more requirement')}</li> : null}
    </ul>
  );
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
  const where =
    changes.length > mostNamed
      ? counted(changes.length, 'place')
      : changes.map(({ endpoint }) => placeWords(endpoint)).join(', ');
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
          on <Clipped text={where} />
        </span>
      </span>
    </li>
  );
}

function OutcomeOf({ outcome }: { readonly outcome: Change['before'] }): ComponentChildren {
  return outcome === 'none' ? <span class="chip">absent</span> : <OutcomeChip outcome={outcome} />;
}
