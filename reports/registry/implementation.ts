import type { RecordedRun } from './recorded-run.ts';

/** An implementation and its runs. */
export interface Implementation {
  readonly name: string;
  /** Its folder in the site. */
  readonly home: string;
  /** The newest first; at least one. */
  readonly runs: readonly RecordedRun[];
  /** The newest complete run, or the newest run if none is complete. */
  readonly latest: RecordedRun;
}

/** Groups runs by implementation, in the order of the names. */
export function groupRuns(runs: Iterable<RecordedRun>): readonly Implementation[] {
  const homes = new Map<string, RecordedRun[]>();
  for (const run of runs) {
    const known = homes.get(run.home);
    if (known) known.push(run);
    else homes.set(run.home, [run]);
  }
  return [...homes.values()].flatMap(toImplementation).sort(byName);
}

function toImplementation(runs: readonly RecordedRun[]): readonly Implementation[] {
  const newestFirst = runs.toSorted(byDate);
  const [newest] = newestFirst;
  if (!newest) return [];
  const latest = newestFirst.find(({ incomplete }) => incomplete === undefined) ?? newest;
  return [{ name: newest.implementation, home: newest.home, runs: newestFirst, latest }];
}

function byDate(left: RecordedRun, right: RecordedRun): number {
  if (left.began !== right.began) return left.began < right.began ? 1 : -1;
  return compareTexts(left.folder, right.folder);
}

function byName(left: Implementation, right: Implementation): number {
  return (
    compareTexts(left.name.toLowerCase(), right.name.toLowerCase()) ||
    compareTexts(left.name, right.name)
  );
}

/** Compares by code units, because the order of a locale differs between machines. */
function compareTexts(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}
