/**
 * The effect of a violation. `should` warns unless the run is strict. `observe` fails only if the
 * profile pins it.
 */
export type Level = 'must' | 'should' | 'observe';

/** From worst to best. A requirement's outcome is the worst outcome of its endpoints and cases. */
export const outcomes = ['fail', 'inconclusive', 'not-run', 'warn', 'observed', 'pass'] as const;
/**
 * The outcome of a requirement or a unit. `warn`: a `should` is violated, and the run is not
 * strict.
 */
export type Outcome = (typeof outcomes)[number];

/**
 * The verdict of a run, by the rules of `verdictOf`. `inconclusive`: nothing failed, but not all
 * was assessed.
 */
export type Verdict = 'conformant' | 'non-conformant' | 'inconclusive';

/** From fewest to most requests. `Counts` has a number for each, in this order. */
export const depths = ['quick', 'standard', 'deep'] as const;
/** How many cases a run generates. Default: standard. */
export type Depth = (typeof depths)[number];

/** The twelve areas of the service. A claim is a list of them. */
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
/** An area that the operator may claim. The specification defines no endpoint in some of them. */
export type Area = (typeof areas)[number];

/** The worst of the outcomes; `pass` if there are none. */
export function worst(all: Iterable<Outcome>): Outcome {
  const found = new Set(all);
  return outcomes.find((outcome) => found.has(outcome)) ?? 'pass';
}
