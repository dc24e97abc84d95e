import { type Finding, joinFindings } from './finding.ts';
import { addLatencies, type Latencies } from './latency.ts';
import { addTallies, type Tally } from './tally.ts';

/** A fault of the harness itself: it makes the verdict inconclusive and is never a finding. */
export interface HarnessError {
  readonly where: string;
  readonly message: string;
}

/** What a run, or one shard of it, yields. Merging is associative and commutative. */
export interface Part {
  /** By unit id. */
  readonly tallies: Readonly<Record<string, Tally>>;
  /** By finding id. */
  readonly findings: Readonly<Record<string, Finding>>;
  /** States of the monitors' folds, by requirement. */
  readonly folds: Readonly<Record<string, unknown>>;
  readonly harnessErrors: readonly HarnessError[];
  /** What the operator should know, without weight for the verdict. */
  readonly notices: readonly string[];
  readonly latencies: Latencies;
  readonly requests: number;
}

/** The order of harness errors, whatever the order in which they came. */
export function byText(left: HarnessError, right: HarnessError): number {
  const [here, there] = [`${left.where}\n${left.message}`, `${right.where}\n${right.message}`];
  return here === there ? 0 : here < there ? -1 : 1;
}

export type MergeFold = (requirement: string, left: unknown, right: unknown) => unknown;

/** One part of two. */
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
