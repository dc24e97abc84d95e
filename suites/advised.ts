import type { Judgement } from '../engine/index.ts';

/** Adds advice to a violation. */
export function advised(judgement: Judgement, advice: string | undefined): Judgement {
  if (judgement.kind !== 'fail') return judgement;
  return { ...judgement, expected: `${judgement.expected} (${advice})` };
}
