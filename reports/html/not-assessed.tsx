import { counted } from '../counted.ts';
import { Clipped, clip, share } from './clipped.tsx';
import { requirementHref } from './links.ts';
import { type OpenReason, openReasons } from './open-reasons.ts';
import { OutcomeChip } from './outcome.tsx';
import type { Shown } from './visible.ts';

/** The most bytes that all reasons together may take. */
const allBytes = 100_000;

/** Lists the requirements that were not assessed, by reason, and those that were waived. */
export function NotAssessed({ result }: { readonly result: Shown }) {
  const reasons = openReasons(result);
  const bytes = share(allBytes, reasons.length, 120, 900);
  const ofClaim = reasons.filter(({ claimed }) => claimed);
  const beyond = reasons.filter(({ claimed }) => !claimed);
  return (
    <section aria-labelledby="not-assessed">
      <h2 id="not-assessed">Not assessed</h2>
      {ofClaim.length === 0 ? <p>All claimed requirements were assessed.</p> : null}
      {ofClaim.map((open) => (
        <Reason key={`${open.outcome} ${open.reason}`} open={open} bytes={bytes} />
      ))}
      {beyond.length === 0 ? null : (
        <details class="beyond">
          <summary>
            <h3>Outside the claim</h3>
            <span class="soft">
              {counted(beyond.flatMap(({ requirements }) => requirements).length, 'requirement')}
            </span>
          </summary>
          {beyond.map((open) => (
            <Reason key={`${open.outcome} ${open.reason}`} open={open} bytes={bytes} />
          ))}
        </details>
      )}
      <h3 id="waived">Waived</h3>
      {result.waived.length === 0 ? (
        <p>Nothing was waived.</p>
      ) : (
        <ul class="plain">
          {result.waived.map(({ id, reason }) => (
            <li key={id}>
              <OutcomeChip outcome="waived" /> <a href={requirementHref(id)}>{id}</a>:{' '}
              <Clipped text={reason} bytes={bytes} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Reason({ open, bytes }: { readonly open: OpenReason; readonly bytes: number }) {
  const { outcome, reason, requirements, blocksNothing } = open;
  const all = (
    <ul class="ids">
      {requirements.map(({ id, endpoints }) => (
        <li key={id}>
          <a href={requirementHref(id)}>{id}</a>
          {endpoints.length > 1 ? <span class="soft"> on {counted(endpoints.length, 'endpoint')}</span> : null}
        </li>
      ))}
    </ul>
  );
  return (
    <div class="reason">
      <OutcomeChip outcome={outcome} />
      <div>
        <p>
          {reason === '' ? 'No reason is stated.' : <WithNames text={reason} bytes={bytes} />}
          {blocksNothing ? <span class="tag">does not affect the verdict</span> : null}
        </p>
        {requirements.length <= 8 ? (
          all
        ) : (
          <details>
            <summary>{counted(requirements.length, 'requirement')}</summary>
            {all}
          </details>
        )}
      </div>
    </div>
  );
}

/** Shows a reason, and highlights the variables, profile keys and options in it. */
function WithNames({ text, bytes }: { readonly text: string; readonly bytes: number }) {
  const beginning = clip(text, bytes);
  const parts = beginning.split(/(\b(?:M2M|HARNESS)_[A-Z_]+\b|\bprofile\.\w+|--[a-z][a-z-]+)/);
  return (
    <>
      {parts.map((part, at) => (at % 2 === 1 ? <code key={`${at}`}>{part}</code> : part))}
      <Clipped text={text.slice(beginning.length)} bytes={0} />
    </>
  );
}
