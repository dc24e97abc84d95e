/** `should` warns unless the run is strict. `observe` fails only if the profile pins it. */
export type Level = 'must' | 'should' | 'observe';

/** From worst to best. A requirement's outcome is the worst of its endpoints and cases. */
export const outcomes = ['fail', 'inconclusive', 'not-run', 'warn', 'observed', 'pass'] as const;
/** `warn`: a `should` is violated, and the run is not strict. */
export type Outcome = (typeof outcomes)[number];

/** By the rules of `verdictOf`. `inconclusive`: nothing failed, but not all was assessed. */
export type Verdict = 'conformant' | 'non-conformant' | 'inconclusive';

export const depths = ['quick', 'standard', 'deep'] as const;
export type Depth = (typeof depths)[number];

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

export function worst(all: Iterable<Outcome>) {
  const found = new Set(all);
  return outcomes.find((outcome) => found.has(outcome)) ?? 'pass';
}

export type KnownFailure = Readonly<{
  requirement: string;
  endpoint?: string;
  reason: string;
  /** The last valid day, `YYYY-MM-DD` in UTC. */
  until?: string;
}>;
