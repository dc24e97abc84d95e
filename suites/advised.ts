import type { Judgement } from '../engine/index.ts';

export function advised(judgement: Judgement, advice: string | undefined): Judgement {
  if (judgement.kind !== 'fail') return judgement;
  return { ...judgement, expected: `${judgement.expected} (${advice})` };
}
