import type { Result } from '../../engine/result.ts';

/**
 * Why a run did not assess its whole claim: it ended early, or the operator selected requirements
 * with --only or --skip.
 */
export type Incomplete = 'ended-early' | 'selection';

/** Says why a run is incomplete. Returns undefined if it is complete. */
export function whyIncomplete({ interrupted, requirements }: Result): Incomplete | undefined {
  if (interrupted !== undefined) return 'ended-early';
  return requirements.some(({ notSelected }) => notSelected) ? 'selection' : undefined;
}
