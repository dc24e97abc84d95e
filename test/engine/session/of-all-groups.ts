import { faults } from '../../../fixtures/faults/index.ts';
import { groupOf } from '../../prove/heads.ts';

type Fault = (typeof faults)[number];

const mainGroup = ({ breaks }: Fault) => groupOf(breaks[0]);

/** So many faults, of as many groups of requirements as there are: the first of each, then the second, and so on. */
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
