import type { Result } from '../../engine/result.ts';
import { renderBadge } from '../badge.ts';
import { numeral } from '../counted.ts';
import { OutcomePlot, outcomeCounts, SignOf, verdictSigns } from '../html/outcome.tsx';
import { verdictWords } from '../html/words.ts';
import { allAreas } from '../limits.ts';
import type { CertificateCheck, RecordedRun } from './recorded-run.ts';
import { incompleteWords } from './shown-run.ts';

/** Renders the badge with the run's verdict in the registry: an incomplete run never conforms. */
export const badgeOf = ({ result, verdict }: RecordedRun): string =>
  renderBadge({ ...result, verdict });

/** Shows the badge as a data URL, because the page's policy forbids loading files. */
export function BadgeImage({ run, file, name }: { run: RecordedRun; file: string; name: string }) {
  const data = Buffer.from(badgeOf(run)).toString('base64');
  return (
    <a class="badge" href={file}>
      <img
        src={`data:image/svg+xml;base64,${data}`}
        height="20"
        alt={`Badge of ${name}: ${run.verdict}`}
      />
    </a>
  );
}

/** Shows a name or a URL with line break opportunities after its slashes. */
export function Breakable({ text }: { text: string }) {
  return (
    <>
      {text.split(/(?<=[^:/]\/)/).map((step, at) => (
        // Two segments may be equal, so the key is the position.
        <span key={`${at}`}>
          {step}
          <wbr />
        </span>
      ))}
    </>
  );
}

export function CertificateLine({ check }: { check: CertificateCheck }) {
  if (!check.verified) {
    return (
      <span class="certificate">
        <SignOf of="fail" /> not verified: {check.why}
      </span>
    );
  }
  return (
    <span class="certificate">
      <SignOf of="pass" /> verified, valid until{' '}
      <time dateTime={check.notAfter}>{check.notAfter.slice(0, 10)}</time>, signed by{' '}
      <code>{check.keyid}</code>
    </span>
  );
}

export function Claim({ claim }: { claim: readonly string[] }) {
  if (claim.length === 0) return <>nothing</>;
  if (claim.length === allAreas) return <>all {allAreas} areas</>;
  return (
    <>
      {claim.length} of {allAreas} areas: <span class="soft">{claim.join(', ')}</span>
    </>
  );
}

export function VerdictChip({ run: { verdict, incomplete } }: { run: RecordedRun }) {
  return (
    <span class="stands">
      <span class={`chip tone-${verdictSigns[verdict]}`}>
        <SignOf of={verdictSigns[verdict]} />
        {verdictWords[verdict]}
      </span>
      {incomplete && <span class="part">{incompleteWords[incomplete]}</span>}
    </span>
  );
}

export function OutcomeCounts({ result }: { result: Result }) {
  return (
    <div class="outcome-counts">
      <OutcomePlot of="Requirements" all={result.requirements.map(({ outcome }) => outcome)} />
      <ul aria-label="Requirements by outcome">
        {outcomeCounts(result)
          .filter(([, count]) => count > 0)
          .map(([sign, count, words]) => (
            <li key={sign} class={`ink-${sign}`}>
              <SignOf of={sign} />
              {numeral(count)} <span class="word">{words}</span>
            </li>
          ))}
      </ul>
    </div>
  );
}
