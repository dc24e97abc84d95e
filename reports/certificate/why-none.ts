import type { Result } from '../../engine/result.ts';
import { whyIncomplete } from '../registry/completeness.ts';

/**
 * Why a result is not certified; undefined where it can be. A certificate says that its evidence can be audited, and that
 * it stands for all that is claimed: so it needs the evidence whole, and a run that left nothing out.
 */
export function whyNone(result: Result): string | undefined {
  const { verdict, masked, run, evidence } = result;
  if (verdict !== 'conformant') return `the verdict is ${verdict}`;
  if (masked) return 'personal data are masked, so that nobody could audit it: certify a run without --publish';
  if ((run.shard?.total ?? 1) > 1) return 'it is a shard, which is no verdict: merge the shards';
  if (evidence === undefined) return 'there is no evidence to audit';
  switch (whyIncomplete(result)) {
    case 'ended-early':
      return 'the run ended early';
    case 'selection':
      return 'requirements were left out by --only';
    case undefined:
      return undefined;
  }
}
