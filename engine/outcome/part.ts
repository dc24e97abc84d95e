import { type Finding, inOrder, joinFindings } from './finding.ts';
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
  readonly harnessErrors: readonly HarnessError[];
  /** Hints for the operator, without effect on the verdict. */
  readonly notices: readonly string[];
  readonly latencies: Latencies;
  readonly requests: number;
}

/** Orders harness errors by their place and message, so that the order of merging does not matter. */
export const byText = (left: HarnessError, right: HarnessError) =>
  inOrder(`${left.where}\n${left.message}`, `${right.where}\n${right.message}`);

export type MergeFold = (requirement: string, left: unknown, right: unknown) => unknown;

/** Merges two parts. */
export function mergeParts(left: Part, right: Part, mergeFold: MergeFold): Part {
  return {
    tallies: mergeRecords(left.tallies, right.tallies, addTallies),
    findings: mergeRecords(left.findings, right.findings, joinFindings),
    folds: mergeRecords(left.folds, right.folds, (a, b, requirement) => mergeFold(requirement, a, b)),
    harnessErrors: [...left.harnessErrors, ...right.harnessErrors].sort(byText),
    notices: [...new Set([...left.notices, ...right.notices])].sort(),
    latencies: mergeRecords(left.latencies, right.latencies, addLatencies),
    requests: left.requests + right.requests,
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
