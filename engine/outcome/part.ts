import { type Exhibit, type Finding, inOrder, joinFindings } from './finding.ts';
import { addLatencies, type Latencies } from './latency.ts';
import { addTallies, type Tally } from './tally.ts';

/** An error of the harness itself. It prevents a conformant verdict, and is never a finding. */
export interface HarnessError {
  readonly where: string;
  readonly message: string;
}

/** The outcome of a run or of one shard. `mergeParts` is associative and commutative. */
export interface Part {
  /** By unit id. */
  readonly tallies: Readonly<Record<string, Tally>>;
  /** By finding id. */
  readonly findings: Readonly<Record<string, Finding>>;
  /** States of the monitors' folds, by requirement. */
  readonly folds: Readonly<Record<string, unknown>>;
  /** Two contradicting exchanges of a fold, by requirement. Absent if there are none, and in older results. */
  readonly pairs?: Readonly<Record<string, readonly [Exhibit, Exhibit]>>;
  readonly harnessErrors: readonly HarnessError[];
  /** Hints for the operator, without effect on the verdict. */
  readonly notices: readonly string[];
  readonly latencies: Latencies;
  /** What the operator must change before the target can be tested. Nothing was judged. */
  readonly obstacle?: string;
  readonly requests: number;
  /** The values of symbols that are no secrets. Absent in older and in masked results. */
  readonly values?: Readonly<Record<string, string>>;
}

/** Orders harness errors by their place and message, so that the order of merging does not matter. */
export const byText = (left: HarnessError, right: HarnessError) =>
  inOrder(`${left.where}\n${left.message}`, `${right.where}\n${right.message}`);

const lower = (left: string, right: string) => (inOrder(left, right) <= 0 ? left : right);

/** Returns the pair that comes first as JSON, so that the order of merging does not matter. */
const firstPair = <Pair>(one: Pair, other: Pair): Pair => (JSON.stringify(one) <= JSON.stringify(other) ? one : other);

export type MergeFold = (requirement: string, left: unknown, right: unknown) => unknown;

/** Merges two parts. */
export function mergeParts(left: Part, right: Part, mergeFold: MergeFold): Part {
  const obstacle = [left.obstacle, right.obstacle].sort()[0];
  return {
    tallies: mergeRecords(left.tallies, right.tallies, addTallies),
    findings: mergeRecords(left.findings, right.findings, joinFindings),
    folds: mergeRecords(left.folds, right.folds, (a, b, requirement) => mergeFold(requirement, a, b)),
    ...(left.pairs || right.pairs ? { pairs: mergeRecords(left.pairs ?? {}, right.pairs ?? {}, firstPair) } : {}),
    harnessErrors: [...left.harnessErrors, ...right.harnessErrors].sort(byText),
    notices: [...new Set([...left.notices, ...right.notices])].sort(),
    latencies: mergeRecords(left.latencies, right.latencies, addLatencies),
    requests: left.requests + right.requests,
    ...(obstacle === undefined ? {} : { obstacle }),
    ...(left.values && right.values ? { values: mergeRecords(left.values, right.values, lower) } : {}),
  };
}

function mergeRecords<T>(
  left: Readonly<Record<string, T>>,
  right: Readonly<Record<string, T>>,
  merge: (left: T, right: T, name: string) => T,
): Record<string, T> {
  const merged: Record<string, T> = { ...left };
  for (const [name, value] of Object.entries(right)) {
    const present = merged[name];
    merged[name] = present === undefined ? value : merge(present, value, name);
  }
  return merged;
}
