import { grouped, inOrder } from '../../engine/result.ts';
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
  [...grouped(runs, ({ home }) => home)]
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
  return inOrder(left.folder, right.folder);
}

const byName = (left: Implementation, right: Implementation) =>
  inOrder(left.name.toLowerCase(), right.name.toLowerCase()) || inOrder(left.name, right.name);
