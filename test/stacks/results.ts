import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '../../engine/result.ts';
import { asWritten } from './cases.ts';

/**
 * By requirement, such as `fail accepted:alg none`: each claimed one that neither passes nor only
 * observes. The ids of its findings follow the outcome, without `requirement#`.
 */
export type Outcomes = Readonly<Record<string, string>>;

/** The outcomes of a stack, by `as-written` and the ids of its variations and faults. */
export type Results = Readonly<Record<string, Outcomes>>;

export interface Change {
  readonly requirement: string;
  readonly before: string;
  readonly now: string;
}

/** Of a requirement that passes or observes, or is left out. */
const silent = 'no finding';

export function outcomesOf(
  { requirements, failures }: Pick<Result, 'requirements' | 'failures'>,
  isLeftOut: (requirement: string, outcome: string) => boolean = () => false,
): Outcomes {
  const findingsOf = (requirement: string) =>
    failures
      .filter((failure) => failure.requirement === requirement)
      .map(({ id = '' }) => id.slice(`${requirement}#`.length));
  const told = requirements
    .filter(({ claimed, outcome }) => claimed && outcome !== 'pass' && outcome !== 'observed')
    .map(
      ({ id, outcome }) => [id, `${outcome} ${findingsOf(id).sort().join(', ')}`.trim()] as const,
    )
    .filter(([id, outcome]) => !isLeftOut(id, outcome));
  return tidied(Object.fromEntries(told));
}

export function changesOf(before: Outcomes, now: Outcomes): Change[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .sort()
    .map((requirement) => ({
      requirement,
      before: before[requirement] ?? silent,
      now: now[requirement] ?? silent,
    }))
    .filter((change) => change.before !== change.now);
}

export function withChanges(before: Outcomes, changes: readonly Change[]): Outcomes {
  return tidied({ ...before, ...byRequirement(changes) });
}

/** Reads the results of a stack: none if it was never recorded. */
export function readResults(folder: string, stack: string): Results {
  const file = fileOf(folder, stack);
  if (!existsSync(file)) return {};
  const rows = JSON.parse(readFileSync(file, 'utf8')) as Results;
  return mapped(rows, (row) => tidied({ ...rows[asWritten], ...row }));
}

/**
 * Writes the rows of a stack in the order of `ids`. Rows other than `as-written` contain only what
 * differs from it.
 */
export function writeResults(
  folder: string,
  stack: string,
  results: Results,
  ids: readonly string[],
): void {
  const known = ids.flatMap((id) => (results[id] ? [[id, results[id]] as const] : []));
  const rows = mapped(Object.fromEntries(known), (row, id) =>
    id === asWritten ? row : byRequirement(changesOf(results[asWritten] ?? {}, row)),
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(folder, stack), `${JSON.stringify(rows, undefined, 2)}\n`);
}

const fileOf = (folder: string, stack: string) => join(folder, `${stack}.json`);

const byRequirement = (changes: readonly Change[]): Outcomes =>
  Object.fromEntries(changes.map(({ requirement, now }) => [requirement, now]));

const mapped = (rows: Results, change: (row: Outcomes, id: string) => Outcomes): Results =>
  Object.fromEntries(Object.entries(rows).map(([id, row]) => [id, change(row, id)]));

/** In the order of requirements, without those that are silent. */
const tidied = (outcomes: Outcomes): Outcomes =>
  Object.fromEntries(
    Object.entries(outcomes)
      .filter(([, outcome]) => outcome !== silent)
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  );
