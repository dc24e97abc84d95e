import type { ClashFacts } from './clash-facts.ts';
import type { Exhibit, Finding } from './finding.ts';
import { inOrder } from './in-order.ts';
import type { Latencies } from './latency.ts';
import type { Tally } from './tally.ts';

/** An error of the harness itself. It prevents a conformant verdict, and is never a finding. */
export interface HarnessError {
  readonly where: string;
  readonly message: string;
}

/** Two exchanges that contradict each other. */
export type Pair = readonly [Exhibit, Exhibit];

/** The outcome of a run or of one shard. Merging parts is associative and commutative. */
export interface Part {
  /** By unit id. */
  readonly tallies: Readonly<Record<string, Tally>>;
  /** By finding id. */
  readonly findings: Readonly<Record<string, Finding>>;
  /** States of the monitors' folds, by requirement. */
  readonly folds: Readonly<Record<string, unknown>>;
  /** Two contradicting exchanges of a fold, by requirement. */
  readonly pairs: Readonly<Record<string, Pair>>;
  /** What contradicting exchanges of a fold have in common, by requirement. */
  readonly clashes: Readonly<Record<string, ClashFacts>>;
  readonly harnessErrors: readonly HarnessError[];
  /** Hints for the operator, without effect on the verdict. */
  readonly notices: readonly string[];
  readonly latencies: Latencies;
  /** What the operator must change before the target can be tested, or tested any further. */
  readonly obstacle?: string;
  readonly requests: number;
  /** The values of symbols that are no secrets. Absent if masked or if the set-up failed. */
  readonly values?: Readonly<Record<string, string>>;
}

/** Returns the pair that comes first as JSON, so that the order of merging does not matter. */
export const firstPair = (one: Pair, other: Pair): Pair =>
  JSON.stringify(one) <= JSON.stringify(other) ? one : other;

/**
 * Orders harness errors by their place and message, so that the order of merging does not matter.
 */
export const byText = (left: HarnessError, right: HarnessError) =>
  inOrder(`${left.where}\n${left.message}`, `${right.where}\n${right.message}`);

/**
 * Leaves out the traits of requirements without a violation. No further shard adds one to the
 * whole.
 */
export function withoutIdleTraits(part: Part): Part {
  const violated = new Set(Object.values(part.findings).map(({ requirement }) => requirement));
  const tallies = Object.entries(part.tallies).map(([id, tally]) => {
    const { traits: _traits, ...rest } = tally;
    return [id, violated.has(tally.requirement) ? tally : rest] as const;
  });
  return { ...part, tallies: Object.fromEntries(tallies) };
}
