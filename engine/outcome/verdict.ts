import type { Verdict } from '../schema/vocabulary.ts';
import type { RequirementResult } from './result.ts';

export type Judged = Pick<RequirementResult, 'id' | 'level' | 'when' | 'outcome' | 'blocksNothing'>;

/**
 * Any fail makes it non-conformant. A run is conformant only if every claimed `must` passes, or is
 * not-run and waived. "must when pinned" and "must when declared" count only if pinned or declared.
 */
export function verdictOf(
  judged: readonly Judged[],
  claimed: ReadonlySet<string>,
  waived: ReadonlySet<string>,
  harnessErrors: number,
): Verdict {
  const binding = judged.filter(({ id }) => claimed.has(id));
  if (binding.some(({ outcome }) => outcome === 'fail')) return 'non-conformant';
  if (harnessErrors > 0 || !binding.some(({ outcome }) => outcome === 'pass'))
    return 'inconclusive';
  const open = binding.some(({ id, level, when, outcome, blocksNothing }) => {
    if (level !== 'must' || outcome === 'pass') return false;
    if (outcome === 'not-run') return !blocksNothing && !waived.has(id);
    return outcome !== 'observed' || when === undefined;
  });
  return open ? 'inconclusive' : 'conformant';
}
