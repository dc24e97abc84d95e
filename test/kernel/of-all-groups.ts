import { faults } from '../../fixtures/faults/index.ts';

type Fault = (typeof faults)[number];

const groupOf = ({ breaks }: Fault) => breaks[0]?.split('/')[0] ?? '';

/** So many faults, of as many groups of requirements as there are: the first of each, then the second, and so on. */
export function faultsOfAllGroups(count: number): readonly Fault[] {
  const taken = new Map<string, number>();
  const ranked = faults.map((fault) => {
    const rank = taken.get(groupOf(fault)) ?? 0;
    taken.set(groupOf(fault), rank + 1);
    return { fault, rank };
  });
  return ranked
    .sort((left, right) => left.rank - right.rank)
    .slice(0, count)
    .map(({ fault }) => fault);
}
