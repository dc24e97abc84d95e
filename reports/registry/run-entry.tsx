import { counted } from '../counted.ts';
import { Clipped } from '../html/clipped.tsx';
import { Changes } from './changes.tsx';
import { CertificateLine, Claim, OutcomeCounts, VerdictChip } from './parts.tsx';
import { momentOf, type ShownRun } from './shown-run.ts';

interface Entry extends ShownRun {
  /** The run to compare with. */
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
        {build === undefined ? null : (
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
      {certificate === undefined ? null : (
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
