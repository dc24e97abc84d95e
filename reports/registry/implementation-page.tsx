import { Clipped } from '../html/clipped.tsx';
import { SignOf, verdictSigns } from '../html/outcome.tsx';
import { renderPage } from '../html/page.tsx';
import { verdictWords } from '../html/words.ts';
import type { Implementation } from './implementation.ts';
import { BadgeImage, Breakable, CertificateLine, Claim } from './parts.tsx';
import { RunEntry } from './run-entry.tsx';
import { incompleteWords, momentOf, type ShownRun, shownName, showResult } from './shown-run.ts';

export function renderImplementationPage(implementation: Implementation): string {
  const runs = implementation.runs.map((run) => ({ run, shown: showResult(run) }));
  const latest = runs.find(({ run }) => run === implementation.latest);
  if (!latest) throw new Error('the latest run is not one of the runs');
  const name = shownName(latest.shown);
  return renderPage({
    title: `${name} · ${verdictWords[implementation.latest.verdict]}`,
    style: 'registry.css',
    of: 'implementation',
    header: (
      <nav aria-label="Registry">
        <a href="../index.html">Conformance registry</a>
      </nav>
    ),
    children: (
      <>
        <h1>
          <Breakable text={name} />
        </h1>
        <Standing name={name} {...latest} />
        <section aria-labelledby="history">
          <h2 id="history">History</h2>
          <ol class="runs">
            {runs.map((one, at) => (
              <RunEntry
                key={one.run.folder}
                {...one}
                before={runs.slice(at + 1).find(({ run }) => run.incomplete === undefined)}
              />
            ))}
          </ol>
        </section>
      </>
    ),
    footer: 'Rendered from results with personal data masked. Times are UTC.',
  });
}

function Standing({ name, run, shown }: ShownRun & { name: string }) {
  const { verdict, incomplete, certificate } = run;
  const { target, claim, specification } = shown;
  const { day, time } = momentOf(run);
  return (
    <section class="standing" aria-label="Latest verdict">
      <p class={`verdict tone-${verdictSigns[verdict]}`}>
        <SignOf of={verdictSigns[verdict]} />
        {verdictWords[verdict]}
      </p>
      <dl class="facts">
        <dt>Run</dt>
        <dd>
          <time dateTime={shown.run.startedAt}>
            {day} {time}
          </time>
          {incomplete && <b> ({incompleteWords[incomplete]}; no run is complete)</b>}:{' '}
          <a href={`${run.folder}/index.html`}>read the report</a>
        </dd>
        {certificate !== undefined && (
          <>
            <dt>Certificate</dt>
            <dd>
              <CertificateLine check={certificate} />
            </dd>
          </>
        )}
        {target.build !== undefined && (
          <>
            <dt>Build</dt>
            <dd>
              <Clipped text={target.build} bytes={200} />
            </dd>
          </>
        )}
        <dt>Base URL</dt>
        <dd>
          <code>
            <Clipped text={target.baseUrl} bytes={300} />
          </code>
        </dd>
        <dt>Claim</dt>
        <dd>
          <Claim claim={claim} />
        </dd>
        <dt>Specification</dt>
        <dd>
          <Clipped text={`${specification.name} ${specification.version}`} bytes={200} />
        </dd>
        <dt>Badge</dt>
        <dd>
          <BadgeImage run={run} file="badge.svg" name={name} />
        </dd>
      </dl>
    </section>
  );
}
