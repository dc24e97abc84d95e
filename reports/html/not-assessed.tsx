import { counted } from '../counted.ts';
import { obstacleOf, openRequirements } from '../verdict-reasons.ts';
import { Clipped, share } from './clipped.tsx';
import { requirementHref } from './links.ts';
import { type OpenReason, openReasons } from './open-reasons.ts';
import { OutcomeChip } from './outcome.tsx';
import type { Shown } from './visible.ts';

const allBytes = 100_000;

export function NotAssessed({ result }: { result: Shown }) {
  const obstacle = result.verdict === 'inconclusive' ? obstacleOf(result) : result.obstacle;
  const needed = new Set(openRequirements(result).map(({ id }) => id));
  const isNeeded = ({ requirements }: OpenReason) => requirements.some(({ id }) => needed.has(id));
  const reasons = openReasons(result).toSorted(
    (left, right) => Number(isNeeded(right)) - Number(isNeeded(left)),
  );
  const bytes = share(allBytes, reasons.length, 120, 900);
  const ofClaim = reasons.filter(({ claimed }) => claimed);
  // What stands in the way of a verdict comes first.
  const isShown = (open: OpenReason) =>
    result.verdict !== 'inconclusive' || (obstacle === undefined && isNeeded(open));
  const unfolded = ofClaim.filter(isShown);
  const folded = ofClaim.filter((open) => !isShown(open));
  const beyond = reasons.filter(({ claimed }) => !claimed);
  return (
    <section aria-labelledby="not-assessed">
      <h2 id="not-assessed">Not assessed</h2>
      {obstacle !== undefined && (
        <p class="obstacle">
          <Clipped text={obstacle} bytes={2_000} />
        </p>
      )}
      {ofClaim.length === 0 && <p>All claimed requirements were assessed.</p>}
      <Reasons of={unfolded} bytes={bytes} />
      {folded.length > 0 && (
        <details>
          <summary>
            {obstacle === undefined
              ? 'Other requirements, which the verdict does not need'
              : 'Every reason, with its requirements'}
          </summary>
          <Reasons of={folded} bytes={bytes} />
        </details>
      )}
      {beyond.length > 0 && (
        <details class="beyond">
          <summary>
            <h3>Outside the claim</h3>
            <span class="soft">
              {counted(beyond.flatMap(({ requirements }) => requirements).length, 'requirement')}
            </span>
          </summary>
          <Reasons of={beyond} bytes={bytes} />
        </details>
      )}
      {result.waived.length > 0 && (
        <>
          <h3 id="waived">Waived</h3>
          <ul class="plain">
            {result.waived.map(({ id, reason }) => (
              <li key={id}>
                <OutcomeChip outcome="waived" /> <a href={requirementHref(id)}>{id}</a>:{' '}
                <Clipped text={reason} bytes={bytes} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Reasons({ of, bytes }: { of: readonly OpenReason[]; bytes: number }) {
  return (
    <>
      {of.map((open) => (
        <Reason key={`${open.outcome} ${open.reason}`} open={open} bytes={bytes} />
      ))}
    </>
  );
}

function Reason({ open, bytes }: { open: OpenReason; bytes: number }) {
  const { outcome, reason, requirements, blocksNothing } = open;
  const all = (
    <ul class="ids">
      {requirements.map(({ id, endpoints }) => (
        <li key={id}>
          <a href={requirementHref(id)}>{id}</a>
          {endpoints.length > 1 && (
            <span class="soft"> on {counted(endpoints.length, 'endpoint')}</span>
          )}
        </li>
      ))}
    </ul>
  );
  return (
    <div class="reason">
      <OutcomeChip outcome={outcome} />
      <div>
        <p>
          {reason === '' ? 'No reason is stated.' : <Clipped text={reason} bytes={bytes} />}
          {blocksNothing && <span class="tag">does not affect the verdict</span>}
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
