import type { CheckHead, FaultHead } from './heads.ts';
import {
  faultProblems,
  namingProblems,
  neverRed,
  type Problem,
  problemKinds,
  variantProblems,
} from './problems.ts';
import type { Row } from './row.ts';

/** The summary of all runs of one fault or variant. */
export interface Entry {
  readonly kind: Row['kind'];
  readonly id: string;
  /** For a fault: the requirement that must find it. */
  readonly intended?: string;
  /**
   * The number of seeds in which the intended requirement found the fault, or no requirement
   * accused the variant.
   */
  readonly proven: number;
  readonly seeds: number;
  /**
   * Declared requirements that failed as well. `accused` are those that the fault does not declare.
   */
  readonly alsoFails: readonly string[];
  readonly accused: readonly string[];
  /** The fewest and the most cases that a seed needed. */
  readonly cases?: readonly [fewest: number, most: number];
  /** The number of violations among the `judged` judgements, over all seeds. */
  readonly violated: number;
  readonly judged: number;
  /** The number of seeds in which only drawn requests showed it. */
  readonly drawnOnly: number;
  /** Sums over all seeds. */
  readonly requests: number;
  readonly ms: number;
  readonly cpuMs: number;
}

export interface KillRate {
  readonly group: string;
  readonly found: number;
  readonly of: number;
}

export interface Summary {
  readonly entries: readonly Entry[];
  readonly killRates: readonly KillRate[];
  readonly problems: readonly Problem[];
}

/** How much was run. Some problems can be found only if all names are known or every fault ran. */
export interface Extent {
  readonly naming: boolean;
  readonly everyFault: boolean;
}

/** Compares the rows with what requirements and faults declare. */
export function summed(
  checks: readonly CheckHead[],
  faults: readonly FaultHead[],
  rows: readonly Row[],
  extent: Extent,
): Summary {
  const bySubject = new Map<string, Row[]>();
  for (const row of rows) {
    const subject = `${row.kind} ${row.id}`;
    const own = bySubject.get(subject);
    if (own) own.push(row);
    else bySubject.set(subject, [row]);
  }
  const faultsById = new Map(faults.map((fault) => [fault.id, fault]));
  const entries: Entry[] = [];
  const problems: Problem[] = extent.naming ? namingProblems(checks, faults) : [];
  for (const own of bySubject.values()) {
    const [first] = own;
    if (!first) continue;
    const fault = first.kind === 'fault' ? faultsById.get(first.id) : undefined;
    entries.push(entryOf(first, own, fault));
    problems.push(...(fault ? faultProblems(fault, own, checks) : variantProblems(first.id, own)));
  }
  if (extent.everyFault) problems.push(...neverRed(checks, rows));
  problems.sort(
    (left, right) => problemKinds.indexOf(left.kind) - problemKinds.indexOf(right.kind),
  );
  return { entries, killRates: killRates(checks, entries), problems };
}

function entryOf({ kind, id }: Row, rows: readonly Row[], fault: FaultHead | undefined): Entry {
  const fired = [...new Set(rows.flatMap((row) => row.fired))];
  const intended = fault?.breaks[0];
  const declared = fault ? [...fault.breaks, ...fault.alsoFails, ...fault.mayFail] : [];
  const shown = rows.flatMap((row) => (row.shown ? [row.shown] : []));
  const cases = shown.flatMap((one) => (one.cases === undefined ? [] : [one.cases]));
  const sum = (numberOf: (row: Row) => number) =>
    rows.reduce((total, row) => total + numberOf(row), 0);
  const isProven = (row: Row) =>
    row.broken === undefined &&
    (intended === undefined
      ? row.verdict === 'conformant' && row.fired.length === 0
      : row.fired.includes(intended));
  return {
    kind,
    id,
    ...(intended === undefined ? {} : { intended }),
    proven: rows.filter(isProven).length,
    seeds: rows.length,
    alsoFails: fired.filter((one) => one !== intended && declared.includes(one)),
    accused: fired.filter((one) => !declared.includes(one)),
    ...(cases.length === 0 ? {} : { cases: [Math.min(...cases), Math.max(...cases)] as const }),
    violated: sum((row) => row.shown?.violated ?? 0),
    judged: sum((row) => row.shown?.judged ?? 0),
    drawnOnly: shown.filter(({ by }) => by === 'drawn').length,
    requests: sum(({ requests }) => requests),
    ms: sum(({ ms }) => ms),
    cpuMs: sum(({ cpuMs }) => cpuMs),
  };
}

/** Counts, for each group, the faults that were found with every seed. In catalogue order. */
function killRates(checks: readonly CheckHead[], entries: readonly Entry[]): KillRate[] {
  return [...new Set(checks.map(({ group }) => group))].flatMap((group) => {
    const own = entries.filter(({ intended }) => intended?.startsWith(`${group}/`));
    const found = own.filter(({ proven, seeds }) => proven === seeds).length;
    return own.length === 0 ? [] : [{ group, found, of: own.length }];
  });
}

/**
 * Returns the faults that the whole catalogue missed with some seed at first and found at the
 * second try.
 */
export function foundLater(
  first: readonly Row[],
  faults: readonly FaultHead[],
  now: readonly Problem[],
): string[] {
  const intended = new Map(faults.map(({ id, breaks }) => [id, breaks[0]]));
  const isMissed = ({ id, fired }: Row) => !fired.includes(intended.get(id) ?? '');
  const missed = first
    .filter((row) => row.kind === 'fault' && !row.only && isMissed(row))
    .map(({ id }) => id);
  const still = new Set(now.filter(({ kind }) => kind === 'missed').map(({ subject }) => subject));
  return [...new Set(missed)].filter((id) => !still.has(id));
}
