import type { Level, Outcome, Verdict } from '../catalogue/levels.ts';

export interface Judged {
  readonly id: string;
  readonly level: Level;
  readonly when?: 'pinned' | 'declared' | undefined;
  readonly outcome: Outcome;
  /** Not run for a reason that is nobody's to remove. */
  readonly blocksNothing?: boolean;
}

/**
 * The verdict over the claimed requirements. A fail decides; else every claimed must has to have passed, or to be
 * waived where it could not be run. "must when pinned" and "must when declared" bind only what was pinned or declared.
 * An error of the harness leaves nothing conformant.
 */
export function verdictOf(
  judged: readonly Judged[],
  claimed: ReadonlySet<string>,
  waived: ReadonlySet<string>,
  harnessErrors: number,
): Verdict {
  const binding = judged.filter(({ id }) => claimed.has(id));
  if (binding.some(({ outcome }) => outcome === 'fail')) return 'non-conformant';
  if (harnessErrors > 0 || !binding.some(({ outcome }) => outcome === 'pass')) return 'inconclusive';
  const open = binding.some(({ id, level, when, outcome, blocksNothing }) => {
    if (level !== 'must' || outcome === 'pass') return false;
    if (outcome === 'not-run') return !blocksNothing && !waived.has(id);
    return outcome !== 'observed' || when === undefined;
  });
  return open ? 'inconclusive' : 'conformant';
}
