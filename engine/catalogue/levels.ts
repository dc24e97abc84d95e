export const levels = ['must', 'should', 'observe'] as const;
export type Level = (typeof levels)[number];

/** In order of gravity: the outcome of a requirement is the worst of its endpoints and cases. */
export const outcomes = ['fail', 'inconclusive', 'not-run', 'warn', 'observed', 'pass'] as const;
export type Outcome = (typeof outcomes)[number];

export type Verdict = 'conformant' | 'non-conformant' | 'inconclusive';

export const depths = ['quick', 'standard', 'deep'] as const;
export type Depth = (typeof depths)[number];

/** The twelve areas of the service, by which a claim is made. */
export const areas = [
  'authentication',
  'users',
  'cash',
  'savings-vault',
  'portfolios',
  'daily-summaries',
  'investment-products',
  'investment-orders',
  'savings-orders',
  'learn',
  'notification-settings',
  'test',
] as const;
export type Area = (typeof areas)[number];

/** The gravest of the outcomes; `pass` of none. */
export function worst(all: Iterable<Outcome>): Outcome {
  let gravest: Outcome = 'pass';
  for (const outcome of all) if (outcomes.indexOf(outcome) < outcomes.indexOf(gravest)) gravest = outcome;
  return gravest;
}
