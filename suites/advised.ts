import type { Judgement } from '../engine/index.ts';

/** Adds advice to the expectation of a violation, for the author of the server. */
export function advised(judgement: Judgement, advice: string | undefined): Judgement {
  if (judgement.kind !== 'fail' || judgement.facts) return judgement;
  return { ...judgement, expected: `${judgement.expected} (${advice})` };
}
