import { faults } from '../../../fixtures/faults/index.ts';
import { groupOf } from '../../prove/heads.ts';

type Fault = (typeof faults)[number];

const mainGroup = ({ breaks }: Fault) => groupOf(breaks[0]);

/**
 * Returns `count` faults from as many groups as possible: the first of each group, then the second
 * of each, and so on.
 */
export function faultsOfAllGroups(count: number): readonly Fault[] {
  const taken = new Map<string, number>();
  const ranked = faults.map((fault) => {
    const rank = taken.get(mainGroup(fault)) ?? 0;
    taken.set(mainGroup(fault), rank + 1);
    return { fault, rank };
  });
  return ranked
    .sort((left, right) => left.rank - right.rank)
    .slice(0, count)
    .map(({ fault }) => fault);
}
