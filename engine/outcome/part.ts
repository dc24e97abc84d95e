import { inOrder } from '../exchange/index.ts';
import type { Exhibit, Finding } from './finding.ts';
import type { Latencies } from './latency.ts';
import type { Tally } from './tally.ts';

/** Of responses that contradict the first of their group. */
export type ClashFacts = Readonly<{
  clashing: number;
  /** How many have the same method and path, and overlap in time. */
  sameRoute: number;
  together: number;
  /** Between the two responses. */
  mostMs: number;
  endpoints: readonly string[];
}>;

export const addClashes = (left: ClashFacts, right: ClashFacts): ClashFacts => ({
  clashing: left.clashing + right.clashing,
  sameRoute: left.sameRoute + right.sameRoute,
  together: left.together + right.together,
  mostMs: Math.max(left.mostMs, right.mostMs),
  endpoints: [...new Set([...left.endpoints, ...right.endpoints])].sort(),
});

/** An error of the harness itself. It prevents a conformant verdict, and is never a finding. */
export type HarnessError = Readonly<{
  where: string;
  message: string;
}>;

export type Pair = readonly [Exhibit, Exhibit];

/**
 * The outcome of a run or of one shard. Merging parts is associative and commutative. `tallies` are
 * by unit id, `findings` by finding id, and `folds`, `pairs` and `clashes` by requirement.
 */
export type Part = Readonly<{
  tallies: Readonly<Record<string, Tally>>;
  findings: Readonly<Record<string, Finding>>;
  folds: Readonly<Record<string, unknown>>;
  pairs: Readonly<Record<string, Pair>>;
  clashes: Readonly<Record<string, ClashFacts>>;
  harnessErrors: readonly HarnessError[];
  /** Hints for the operator, without effect on the verdict. */
  notices: readonly string[];
  latencies: Latencies;
  /** What the operator must change before the target can be tested, or tested any further. */
  obstacle?: string;
  requests: number;
  /** The values of symbols that are no secrets. Absent if masked or if the set-up failed. */
  values?: Readonly<Record<string, string>>;
}>;

/** By its JSON, so that the order of merging does not matter. */
export const firstPair = (one: Pair, other: Pair) =>
  JSON.stringify(one) <= JSON.stringify(other) ? one : other;

export const byText = (left: HarnessError, right: HarnessError) =>
  inOrder(`${left.where}\n${left.message}`, `${right.where}\n${right.message}`);

/** Without the traits of requirements that nothing violates. */
export function withoutIdleTraits(part: Part): Part {
  const violated = new Set(Object.values(part.findings).map(({ requirement }) => requirement));
  const tallies = Object.entries(part.tallies).map(([id, tally]) => {
    const { traits: _traits, ...rest } = tally;
    return [id, violated.has(tally.requirement) ? tally : rest] as const;
  });
  return { ...part, tallies: Object.fromEntries(tallies) };
}
