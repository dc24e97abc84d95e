import { counted, numeral, present } from '../counted.ts';
import { allAreas, limitsOf, notAssessed } from '../limits.ts';
import { verdictReasons } from '../verdict-reasons.ts';
import { Clipped } from './clipped.tsx';
import { filterHash } from './links.ts';
import { outcomeCounts, SignOf, verdictSigns } from './outcome.tsx';
import type { Shown } from './visible.ts';
import { verdictWords } from './words.ts';

export function Verdict({ result }: { result: Shown }) {
  const { verdict } = result;
  return (
    <section class="verdict" aria-labelledby="verdict">
      <header class={`tone-${verdictSigns[verdict]}`}>
        <h1 id="verdict">
          <SignOf of={verdictSigns[verdict]} />
          {verdictWords[verdict]}
        </h1>
        <p class="why">{verdictReasons(result).join(', ')}</p>
      </header>
      <InShort result={result} />
      <Counts result={result} />
      <details class="facts-of-run">
        <summary>Limits and run</summary>
        <Facts result={result} />
      </details>
    </section>
  );
}

/** For readers without technical knowledge. */
function InShort({ result }: { result: Shown }) {
  const { verdict, target, claim, run, specification, harness, requirements, waived } = result;
  const claimed = requirements.filter((one) => one.claimed);
  const failed = claimed.filter(({ outcome }) => outcome === 'fail').length;
  const open = notAssessed(result).length;
  const all = counted(claimed.length, 'requirement');
  const why = {
    conformant: 'the service meets every requirement that counts',
    'non-conformant': `the service does not meet ${numeral(failed)} of ${all}`,
    inconclusive: 'too little could be assessed to decide',
  };
  const uncovered = present(
    claim.length < allAreas &&
      `${counted(allAreas - claim.length, 'area')} that the operator did not claim`,
    open > 0 && `${counted(open, 'requirement')} that ${open === 1 ? 'was' : 'were'} not assessed`,
    waived.length > 0 && counted(waived.length, 'waived requirement'),
  );
  return (
    <p class="in-short">
      On <time dateTime={run.startedAt}>{dateWords(run.startedAt)}</time>,{' '}
      <Clipped text={`${harness.name} ${harness.version}`} bytes={80} /> tested whether{' '}
      <Clipped text={target.implementation ?? 'the service'} bytes={120} />
      {target.build !== undefined && (
        <>
          , build <Clipped text={target.build} bytes={80} />,
        </>
      )}{' '}
      at{' '}
      <code>
        <Clipped text={target.baseUrl} bytes={200} />
      </code>{' '}
      follows the specification{' '}
      <Clipped text={`${specification.name} ${specification.version}`} bytes={120} />. The verdict
      is {verdict}: {why[verdict]}. It covers {claim.length} of {allAreas} areas of the service
      {claim.length > 0 ? `: ${claim.join(', ')}` : ''}.{' '}
      {uncovered.length > 0 ? `It does not cover ${inList.format(uncovered)}. ` : ''}
      {result.interrupted === undefined ? '' : 'The run ended early. '}
      The test saw the service from outside, during this run only. It is neither a load test nor a
      security test.
    </p>
  );
}

const inList = new Intl.ListFormat('en');

function Counts({ result }: { result: Shown }) {
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

function Facts({ result }: { result: Shown }) {
  const { run, specification } = result;
  return (
    <dl class="facts">
      <dt>Limits</dt>
      <dd>{limitsOf(result)}.</dd>
      <dt>Run</dt>
      <dd>
        seed <b>{run.seed}</b>, depth <b>{run.depth}</b>, {counted(run.requests, 'request')}
        {run.durationMs > 0 ? ` in ${(run.durationMs / 1000).toFixed(1)} s` : ''}
        {run.strict ? ', strict: warnings fail' : ''}
        {run.shard ? `, shard ${run.shard.index} of ${run.shard.total}` : ''}, catalogue{' '}
        {specification.catalogueSha256.slice(0, 12)}
      </dd>
    </dl>
  );
}

function dateWords(iso: string) {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::[\d.]+)?Z$/.exec(iso) ?? [];
  return day === undefined ? iso : `${day} ${time} UTC`;
}
