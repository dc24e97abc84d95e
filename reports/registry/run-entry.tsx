import type { ComponentChildren } from 'preact';
import { alike, type Change, compareResults } from '../compare.ts';
import { counted } from '../counted.ts';
import { Clipped } from '../html/clipped.tsx';
import { requirementHref } from '../html/links.ts';
import { OutcomeChip } from '../html/outcome.tsx';
import { placeWords } from '../html/places.ts';
import { CertificateLine, Claim, OutcomeCounts, VerdictChip } from './parts.tsx';
import { momentOf, type ShownRun } from './shown-run.ts';

interface Entry extends ShownRun {
  readonly before: ShownRun | undefined;
}

export function RunEntry({ run, shown, before }: Entry) {
  const { day, time } = momentOf(run);
  const { build } = shown.target;
  return (
    <li class="run" id={run.folder}>
      <div class="run-head">
        <h3>
          <a href={`${run.folder}/index.html`} aria-label={`Report of ${day} ${time}`}>
            {day} <span class="time">{time}</span>
          </a>
        </h3>
        <VerdictChip run={run} />
        {build !== undefined && (
          <p>
            build{' '}
            <b>
              <Clipped text={build} bytes={80} />
            </b>
          </p>
        )}
      </div>
      <OutcomeCounts result={shown} />
      <Facts run={run} shown={shown} />
      <Since run={run} shown={shown} before={before} />
    </li>
  );
}

function Facts({
  run: { folder, findings, certificate },
  shown: { claim, harness, specification, run },
}: ShownRun) {
  return (
    <dl class="facts">
      <dt>Findings</dt>
      <dd>
        {counted(findings.fail, 'failure')}, {counted(findings.warn, 'warning')}
      </dd>
      <dt>Claim</dt>
      <dd>
        <Claim claim={claim} />
      </dd>
      <dt>Run</dt>
      <dd>
        depth {run.depth}, seed {run.seed}, {counted(run.requests, 'request')} in{' '}
        {(run.durationMs / 1000).toFixed(1)} s{run.strict ? ', strict: warnings fail' : ''}
      </dd>
      <dt>Harness</dt>
      <dd>
        <Clipped text={`${harness.name} ${harness.version}`} bytes={80} />, catalogue{' '}
        {specification.catalogueSha256.slice(0, 12)}
      </dd>
      {certificate !== undefined && (
        <>
          <dt>Certificate</dt>
          <dd>
            <CertificateLine check={certificate} />
          </dd>
        </>
      )}
      <dt>Files</dt>
      <dd>
        <a href={`${folder}/index.html`}>report</a>,{' '}
        <a href={`${folder}/result.json`}>result.json</a>,{' '}
        <a href={`${folder}/badge.svg`}>badge.svg</a>
      </dd>
    </dl>
  );
}

function Since({ run, shown, before }: Entry) {
  if (run.incomplete !== undefined) {
    return <p class="since soft">Not compared: the run did not assess its whole claim.</p>;
  }
  if (!before) return <p class="since soft">The first complete run.</p>;
  return <Changes before={before} after={{ run, shown }} />;
}

/** The most lines of a list. `compare` shows all of them. */
const mostLines = 20;
const mostNamed = 4;

function Changes({ before, after }: { before: ShownRun; after: ShownRun }) {
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
      {differences.length > 0 && (
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

function Lines({ changes, report }: { changes: readonly Change[]; report: string }) {
  const lines = alike(changes);
  const more = lines.length - mostLines;
  return (
    <ul class="change-lines">
      {lines.slice(0, mostLines).map((all) => (
        <Line key={`${all[0]?.requirement} ${all[0]?.before}`} changes={all} report={report} />
      ))}
      {more > 0 && <li class="soft">and {counted(more, 'more requirement')}</li>}
    </ul>
  );
}

function Line({ changes, report }: { changes: readonly Change[]; report: string }) {
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

function OutcomeOf({ outcome }: { outcome: Change['before'] }): ComponentChildren {
  return outcome === 'none' ? <span class="chip">absent</span> : <OutcomeChip outcome={outcome} />;
}
