import { counted } from '../counted.ts';
import { Clipped } from '../html/clipped.tsx';
import { SignShapes } from '../html/outcome.tsx';
import { renderPage } from '../html/page.tsx';
import { verdictWords } from '../html/words.ts';
import { HistoryRow } from './history-row.tsx';
import type { Implementation } from './implementation.ts';
import { BadgeImage, Breakable, Claim, OutcomeCounts, VerdictChip } from './parts.tsx';
import { momentOf, shorten, shownName, showResult } from './shown-run.ts';

export function renderIndexPage(implementations: readonly Implementation[]): string {
  return renderPage({
    title: 'Conformance registry',
    style: 'registry.css',
    body: <IndexPage implementations={implementations} />,
  });
}

function IndexPage({ implementations }: { readonly implementations: readonly Implementation[] }) {
  return (
    <>
      <a class="skip" href="#main">
        Skip to the implementations
      </a>
      <SignShapes />
      <main id="main" tabIndex={-1} class="front">
        <h1>Conformance registry</h1>
        <p class="lead">{leadOf(implementations)}</p>
        <table class="implementations">
          <caption class="unseen">
            Implementations and the verdict of their latest complete run
          </caption>
          <thead>
            <tr>
              <th scope="col">Implementation</th>
              <th scope="col">Latest verdict</th>
              <th scope="col">Claim</th>
              <th scope="col">Requirements</th>
              <th scope="col">History</th>
            </tr>
          </thead>
          <tbody>
            {implementations.map((implementation) => (
              <Row key={implementation.home} implementation={implementation} />
            ))}
          </tbody>
        </table>
      </main>
      <footer>
        <p>
          Rendered from results with personal data masked. <a href="index.json">index.json</a>{' '}
          contains the same data for programs. Times are UTC.
        </p>
      </footer>
    </>
  );
}

function leadOf(implementations: readonly Implementation[]): string {
  const runs = implementations.reduce((sum, one) => sum + one.runs.length, 0);
  const verdicts = (['conformant', 'non-conformant', 'inconclusive'] as const)
    .map(
      (verdict) =>
        [
          verdict,
          implementations.filter(({ latest }) => latest.verdict === verdict).length,
        ] as const,
    )
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `${count} ${verdictWords[verdict].toLowerCase()}`);
  return `${counted(implementations.length, 'implementation')}, ${counted(runs, 'run')}: ${verdicts.join(', ')}.`;
}

function Row({ implementation }: { readonly implementation: Implementation }) {
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
        {target.build === undefined ? null : (
          <span class="beneath">
            build <Clipped text={target.build} bytes={80} />
          </span>
        )}
        {target.implementation === undefined ? null : (
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
