import { groupBy } from '../group-by.ts';
import type { RecordedRun } from './recorded-run.ts';

export type Implementation = Readonly<{
  name: string;
  home: string;
  /** The newest first; at least one. */
  runs: readonly RecordedRun[];
  /** The newest complete run, or the newest run if none is complete. */
  latest: RecordedRun;
}>;

export const groupRuns = (runs: readonly RecordedRun[]): readonly Implementation[] =>
  [...groupBy(runs, ({ home }) => home)]
    .flatMap(([home, all]) => {
      const newestFirst = all.toSorted(byDate);
      const [newest] = newestFirst;
      if (!newest) return [];
      const latest = newestFirst.find(({ incomplete }) => incomplete === undefined) ?? newest;
      return [{ name: newest.implementation, home, runs: newestFirst, latest }];
    })
    .sort(byName);

function byDate(left: RecordedRun, right: RecordedRun) {
  if (left.began !== right.began) return left.began < right.began ? 1 : -1;
  return compareTexts(left.folder, right.folder);
}

const byName = (left: Implementation, right: Implementation) =>
  compareTexts(left.name.toLowerCase(), right.name.toLowerCase()) ||
  compareTexts(left.name, right.name);

/** Compares by code units, because the order of a locale differs between machines. */
const compareTexts = (left: string, right: string) => (left === right ? 0 : left < right ? -1 : 1);
