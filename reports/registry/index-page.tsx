import { counted } from '../counted.ts';
import { Clipped } from '../html/clipped.tsx';
import { SignOf, verdictSigns } from '../html/outcome.tsx';
import { renderPage } from '../html/page.tsx';
import { Headings } from '../html/scroll-box.tsx';
import { verdictWords } from '../html/words.ts';
import type { Implementation } from './implementation.ts';
import { BadgeImage, Breakable, Claim, OutcomeCounts, VerdictChip } from './parts.tsx';
import type { RecordedRun } from './recorded-run.ts';
import { incompleteWords, momentOf, shorten, shownName, showResult } from './shown-run.ts';

export const renderIndexPage = (implementations: readonly Implementation[]): string =>
  renderPage({
    title: 'Conformance registry',
    style: 'registry.css',
    of: 'implementations',
    children: (
      <>
        <h1>Conformance registry</h1>
        <p class="lead">{leadOf(implementations)}</p>
        <table class="implementations">
          <caption class="unseen">
            Implementations and the verdict of their latest complete run
          </caption>
          <thead>
            <tr>
              <Headings
                of={['Implementation', 'Latest verdict', 'Claim', 'Requirements', 'History']}
              />
            </tr>
          </thead>
          <tbody>
            {implementations.map((implementation) => (
              <Row key={implementation.home} implementation={implementation} />
            ))}
          </tbody>
        </table>
      </>
    ),
    footer: (
      <>
        Rendered from results with personal data masked. <a href="index.json">index.json</a>{' '}
        contains the same data for programs. Times are UTC.
      </>
    ),
  });

function leadOf(implementations: readonly Implementation[]) {
  const runs = implementations.reduce((sum, one) => sum + one.runs.length, 0);
  const verdicts = (['conformant', 'non-conformant', 'inconclusive'] as const)
    .map((verdict) => ({
      verdict,
      count: implementations.filter(({ latest }) => latest.verdict === verdict).length,
    }))
    .filter(({ count }) => count > 0)
    .map(({ verdict, count }) => `${count} ${verdict}`);
  const all = counted(implementations.length, 'implementation');
  return `${all}, ${counted(runs, 'run')}: ${verdicts.join(', ')}.`;
}

function Row({ implementation }: { implementation: Implementation }) {
  const { home, latest } = implementation;
  const shown = showResult(latest);
  const { target } = shown;
  const name = shownName(shown);
  const { day, time } = momentOf(latest);
  return (
    <tr>
      <th scope="row">
        <a href={`${home}/index.html`}>
          <Breakable text={name} />
        </a>
        {target.build !== undefined && (
          <span class="beneath">
            build <Clipped text={target.build} bytes={80} />
          </span>
        )}
        {target.implementation !== undefined && (
          <code class="beneath">
            <Breakable text={shorten(target.baseUrl, 120)} />
          </code>
        )}
      </th>
      <td>
        <VerdictChip run={latest} />
        <p class="beneath">
          <a
            href={`${home}/${latest.folder}/index.html`}
            title={`${day} ${time}`}
            aria-label={`Report of ${name}, ${day}`}
          >
            {day}
          </a>
        </p>
        <BadgeImage run={latest} file={`${home}/badge.svg`} name={name} />
      </td>
      <td class="claim">
        <Claim claim={shown.claim} />
      </td>
      <td>
        <OutcomeCounts result={shown} />
      </td>
      <td>
        <HistoryRow implementation={implementation} name={name} />
      </td>
    </tr>
  );
}

const longest = 8;

/** The newest run is last. */
function HistoryRow({
  implementation: { home, runs },
  name,
}: {
  implementation: Implementation;
  name: string;
}) {
  const shown = runs.slice(0, longest).reverse();
  const more = runs.length - shown.length;
  return (
    <div class="history-row">
      {more > 0 && (
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
              class={classOf(run)}
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

const classOf = ({ verdict, incomplete }: RecordedRun) =>
  `square tone-${verdictSigns[verdict]}${incomplete ? ' incomplete' : ''}`;

function nameOf(run: RecordedRun) {
  const { day, time } = momentOf(run);
  const part = run.incomplete ? ` (${incompleteWords[run.incomplete]})` : '';
  return `${day} ${time}: ${verdictWords[run.verdict]}${part}`;
}
