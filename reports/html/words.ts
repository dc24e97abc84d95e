import type { RequirementResult } from '../../engine/result.ts';
import type { Shown } from './visible.ts';

type Outcome = RequirementResult['outcome'];

/** From the gravest, as the outcome of a requirement is the worst of its endpoints. */
export const outcomes = [
  'fail',
  'inconclusive',
  'not-run',
  'warn',
  'observed',
  'pass',
] as const satisfies readonly Outcome[];

/** What an outcome is called, of itself and of so many requirements. */
export const outcomeWords = {
  pass: 'pass',
  fail: 'fail',
  warn: 'warn',
  observed: 'observed',
  inconclusive: 'inconclusive',
  'not-run': 'not run',
} as const satisfies Record<Outcome, string>;

/** The gravest of the outcomes. */
export function worst(all: readonly Outcome[]): Outcome {
  return outcomes.find((outcome) => all.includes(outcome)) ?? 'pass';
}

/** The verdict at the beginning of a sentence. */
export const verdictWords = {
  conformant: 'Conformant',
  'non-conformant': 'Non-conformant',
  inconclusive: 'Inconclusive',
} as const satisfies Record<Shown['verdict'], string>;

/** The group of a requirement: the first segment of its id. */
export function groupOf(id: string): string {
  return id.split('/')[0] ?? id;
}
