import type { Lane } from '../catalogue/check.ts';
import { askedLane, isSerial, type Unit } from '../catalogue/plan.ts';

/** Returns the lane of a unit. Units that may change the test user's data, or show the change, run one at a time. */
export function laneOf(unit: Pick<Unit, 'row' | 'endpoint'>): Lane {
  const lane = askedLane(unit);
  return lane === 'shared' && isSerial(unit) ? 'writes' : lane;
}

/** Puts scenarios first, so that no long chain of steps runs alone at the end. */
export function chainsFirst(units: readonly Unit[]): Unit[] {
  const isChain = ({ row }: Unit) => row.requirement.kind === 'scenario';
  return [...units.filter(isChain), ...units.filter((unit) => !isChain(unit))];
}

/**
 * Runs `action` on every item, at most `limit` at a time, and starts them in order. Resolves to the results in the same
 * order. `lowered` may return a smaller limit while they run.
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
