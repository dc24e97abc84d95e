import type { Lane } from '../catalogue/check.ts';
import { askedLane, isSerial, type Unit } from './plan.ts';

/** The lane of a unit: what could change the test user's data, or shows what was changed, goes one at a time. */
export function laneOf(unit: Pick<Unit, 'row' | 'endpoint'>): Lane {
  const lane = askedLane(unit);
  return lane === 'shared' && isSerial(unit) ? 'writes' : lane;
}

/** Scenarios first: a long chain of steps must not be what is left at the end. */
export function chainsFirst(units: readonly Unit[]): Unit[] {
  const isChain = ({ row }: Unit) => row.requirement.kind === 'scenario';
  return [...units.filter(isChain), ...units.filter((unit) => !isChain(unit))];
}

/**
 * Runs `action` on all, at most `limit` at a time, started in order; resolves to what came of each, in order. `lowered`
 * may tell a lower number while they run.
 */
export async function atMost<In, Out>(
  limit: number,
  all: readonly In[],
  action: (one: In) => Promise<Out>,
  lowered: () => number = () => limit,
): Promise<Out[]> {
  const done: Out[] = [];
  let next = 0;
  const work = async (nth: number) => {
    while (next < all.length && nth < Math.max(1, lowered())) {
      const at = next++;
      done[at] = await action(all[at] as In);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, all.length) }, (_, nth) => work(nth)));
  return done;
}
