import type { RequirementResult } from '../../engine/result.ts';
import type { Shown } from './visible.ts';

type Outcome = RequirementResult['outcome'];

/** All outcomes, the worst first. The outcome of a requirement is the worst of its endpoints. */
export const outcomes = [
  'fail',
  'inconclusive',
  'not-run',
  'warn',
  'observed',
  'pass',
] as const satisfies readonly Outcome[];

export const outcomeWords = {
  pass: 'pass',
  fail: 'fail',
  warn: 'warn',
  observed: 'observed',
  inconclusive: 'inconclusive',
  'not-run': 'not run',
} as const satisfies Record<Outcome, string>;

/** The condition under which a requirement applies. It completes a sentence that ends with "if". */
export const whenWords = {
  pinned: 'the configuration states what to expect',
  declared: 'the configuration enables it',
} as const satisfies Record<NonNullable<RequirementResult['when']>, string>;

export const verdictWords = {
  conformant: 'Conformant',
  'non-conformant': 'Non-conformant',
  inconclusive: 'Inconclusive',
} as const satisfies Record<Shown['verdict'], string>;

export const groupOf = (id: string): string => id.split('/')[0] ?? id;
