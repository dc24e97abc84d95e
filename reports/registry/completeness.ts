import type { Result } from '../../engine/result.ts';

/** Why a run did not assess all that it claims: it ended before its time, or the operator left requirements out. */
export type Incomplete = 'ended-early' | 'selection';

/** What a run lacks in order to stand for its implementation; undefined where it lacks nothing. */
export function whyIncomplete({ interrupted, requirements }: Result): Incomplete | undefined {
  if (interrupted !== undefined) return 'ended-early';
  const isSelection = requirements.some(({ endpoints }) =>
    endpoints.some(({ outcome, reason }) => outcome === 'not-run' && reason?.startsWith('left out by --only ')),
  );
  return isSelection ? 'selection' : undefined;
}
