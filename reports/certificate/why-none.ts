import type { Result } from '../../engine/result.ts';
import { whyIncomplete } from '../registry/completeness.ts';

/**
 * Says why a result gets no certificate. Returns undefined if it can get one. A certificate asserts
 * that its evidence can be audited and covers the whole claim. So it needs unmasked evidence and a
 * complete run.
 */
export function whyNone(result: Result): string | undefined {
  const { verdict, masked, run, evidence } = result;
  if (verdict !== 'conformant') return `the verdict is ${verdict}`;
  if (masked) return 'the result is masked and cannot be audited: certify a run without --publish';
  if ((run.shard?.total ?? 1) > 1) return 'the result is that of a shard: merge the shards';
  if (evidence === undefined) return 'there is no evidence to audit';
  switch (whyIncomplete(result)) {
    case 'ended-early':
      return 'the run ended early';
    case 'selection':
      return '--only left requirements out';
    case undefined:
      return undefined;
  }
}
