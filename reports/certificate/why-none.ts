import type { Result } from '../../engine/result.ts';

/** Why a run did not assess its whole claim: its early end, or --only or --skip. */
export type Incomplete = 'ended-early' | 'selection';

export function whyIncomplete({ interrupted, requirements }: Result): Incomplete | undefined {
  if (interrupted !== undefined) return 'ended-early';
  return requirements.some(({ notSelected }) => notSelected) ? 'selection' : undefined;
}

/**
 * A certificate asserts that its evidence can be audited and covers the whole claim. So it needs
 * unmasked evidence and a complete run.
 */
export function whyNone(result: Result): string | undefined {
  const { verdict, masked, run, evidence } = result;
  if (verdict !== 'conformant') return `the verdict is ${verdict}`;
  if (masked) return 'the result is masked and cannot be audited: certify a run without --publish';
  if ((run.shard?.total ?? 1) > 1) return 'the result is that of a shard: merge the shards';
  if (evidence === undefined) return 'there is no evidence to audit';
  const why = whyIncomplete(result);
  return (
    why && { 'ended-early': 'the run ended early', selection: '--only left requirements out' }[why]
  );
}
