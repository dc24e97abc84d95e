import { counted, numeral } from '../counted.ts';
import { limitsOf } from '../limits.ts';
import { openRequirements } from '../verdict-reasons.ts';
import { Clipped } from './clipped.tsx';
import { filterHash } from './links.ts';
import { type Sign, SignOf } from './outcome.tsx';
import { outcomeCounts } from './outcome-counts.ts';
import type { Shown } from './visible.ts';
import { verdictWords } from './words.ts';

const signs = {
  conformant: 'pass',
  'non-conformant': 'fail',
  inconclusive: 'inconclusive',
} as const satisfies Record<Shown['verdict'], Sign>;

/** Shows the verdict and its reasons, the counts by outcome, and the facts of the run. */
export function Verdict({ result }: { readonly result: Shown }) {
  const { verdict } = result;
  return (
    <section class="verdict" aria-labelledby="verdict">
      <header class={`tone-${signs[verdict]}`}>
        <h1 id="verdict">
          <SignOf of={signs[verdict]} />
          {verdictWords[verdict]}
        </h1>
        <p class="why">{whyOf(result)}</p>
      </header>
      <p class="limits">{limitsOf(result)}.</p>
      <Counts result={result} />
      <details class="facts-of-run">
        <summary>
          <TargetName result={result} />
          <span class="soft">
            , {counted(result.run.requests, 'request')}, {dateWords(result.run.startedAt)}
          </span>
        </summary>
        <Facts result={result} />
      </details>
    </section>
  );
}

function whyOf({
  verdict,
  requirements,
  failures,
  harnessErrors,
  interrupted,
  waived,
  knownFailures,
}: Shown): string {
  const claimed = requirements.filter((requirement) => requirement.claimed);
  const count = (outcome: string) =>
    claimed.filter((requirement) => requirement.outcome === outcome).length;
  const open = openRequirements({ requirements, waived }).length;
  if (verdict === 'non-conformant') {
    const known =
      knownFailures && knownFailures.unlisted.length === 0
        ? ' All failures are on the list of known failures.'
        : '';
    const unassessed =
      open > 0 ? ` ${counted(open, 'claimed must requirement')} could not be assessed.` : '';
    const ids = new Set(claimed.map(({ id }) => id));
    const failed = failures.filter(
      ({ requirement, outcome }) => outcome === 'fail' && ids.has(requirement),
    );
    const because = new Set(failed.map((failure) => failure.sameCauseAs ?? failure.id ?? failure))
      .size;
    return `${numeral(count('fail'))} of ${counted(claimed.length, 'claimed requirement')} ${count('fail') === 1 ? 'fails' : 'fail'}, with ${counted(because, 'cause')}.${unassessed}${known}`;
  }
  if (verdict === 'conformant') {
    const warned = count('warn');
    const but = [
      ...(waived.length > 0
        ? [`${counted(waived.length, 'requirement is', 'requirements are')} waived`]
        : []),
      ...(warned > 0 ? [counted(warned, 'warning')] : []),
    ];
    return `All claimed requirements that count for the verdict passed${but.length > 0 ? `; ${but.join(', ')}` : ''}.`;
  }
  const reasons = [
    ...(interrupted === undefined ? [] : ['the run ended early']),
    ...(harnessErrors.length > 0 ? [counted(harnessErrors.length, 'harness error')] : []),
    ...(open > 0 ? [`${counted(open, 'claimed must requirement')} could not be assessed`] : []),
  ];
  const failed = count('fail') > 0 ? `, and ${numeral(count('fail'))} that were assessed fail` : '';
  return `No verdict: ${reasons.length > 0 ? reasons.join(', ') : 'no claimed requirement passed'}${failed}.`;
}

function Counts({ result }: { readonly result: Shown }) {
  return (
    <ul class="counts" aria-label="Requirements by outcome">
      {outcomeCounts(result).map(([sign, count, words]) => (
        <li key={sign}>
          <a
            href="#requirements"
            data-filter={filterHash({ outcome: sign })}
            class={count === 0 ? 'tone-none' : `tone-${sign}`}
          >
            <SignOf of={sign} />
            {words} <b>{numeral(count)}</b>
          </a>
        </li>
      ))}
      <li>
        <a href="#requirements" class="tone-none">
          all <b>{numeral(result.requirements.length)}</b>
        </a>
      </li>
    </ul>
  );
}

function TargetName({ result: { target } }: { readonly result: Shown }) {
  if (target.implementation === undefined) {
    return (
      <code>
        <Clipped text={target.baseUrl} bytes={200} />
      </code>
    );
  }
  return (
    <b>
      <Clipped text={target.implementation} bytes={120} />
    </b>
  );
}

function Facts({
  result: { target, claim, run, specification, harness },
}: {
  readonly result: Shown;
}) {
  return (
    <dl class="facts">
      <dt>Target</dt>
      <dd>
        {target.implementation === undefined ? null : (
          <>
            <b>
              <Clipped text={target.implementation} bytes={120} />
            </b>
            {target.build === undefined ? null : (
              <>
                , build <Clipped text={target.build} bytes={80} />
              </>
            )}
            <br />
          </>
        )}
        <code>
          <Clipped text={target.baseUrl} bytes={200} />
        </code>
      </dd>
      <dt>Claim</dt>
      <dd>
        {claim.length === 0 ? 'nothing' : claim.join(', ')}{' '}
        <span class="soft">({counted(claim.length, 'area')})</span>
      </dd>
      <dt>Date</dt>
      <dd>
        <time dateTime={run.startedAt}>{dateWords(run.startedAt)}</time>
      </dd>
      <dt>Run</dt>
      <dd>
        seed <b>{run.seed}</b>, depth <b>{run.depth}</b>, {counted(run.requests, 'request')}
        {run.durationMs > 0 ? ` in ${(run.durationMs / 1000).toFixed(1)} s` : ''}
        {run.strict ? ', strict: warnings fail' : ''}
        {run.shard ? `, shard ${run.shard.index} of ${run.shard.total}` : ''}
      </dd>
      <dt>Specification</dt>
      <dd>
        <Clipped text={`${specification.name} ${specification.version}`} bytes={120} />
        <span class="soft">
          , catalogue {specification.catalogueSha256.slice(0, 12)}, checked with{' '}
          <Clipped text={`${harness.name} ${harness.version}`} bytes={80} />
        </span>
      </dd>
    </dl>
  );
}

function dateWords(iso: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::[\d.]+)?Z$/.exec(iso) ?? [];
  return day === undefined ? iso : `${day} ${time} UTC`;
}
