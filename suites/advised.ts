import type { Judgement } from '../engine/index.ts';

/** Adds to a violation what to do about it. */
export function advised(judgement: Judgement, advice: string | undefined): Judgement {
  if (judgement.kind !== 'fail') return judgement;
  return { ...judgement, expected: `${judgement.expected} (${advice})` };
}
