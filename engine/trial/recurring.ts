import type { Ask } from '../catalogue/check.ts';
import { longestLag } from '../judging/lags.ts';

/** The result of one look for a defect that may come and go. */
export interface Glance {
  readonly shows: boolean;
  /** Milliseconds since the epoch at which its last response ended. */
  readonly endedAt: number;
}

/** Milliseconds before each look: at first, and again after replicas have caught up. */
export interface Pauses {
  readonly first: readonly number[];
  readonly again: readonly number[];
}

/**
 * Looks for a defect and, if it shows, looks again after replicas have caught up. Returns the later
 * look that shows it, because a single edit cannot explain both; undefined if there is none. `look`
 * gets the number of the look, and whether it is a later one.
 */
export async function recurring<One extends Glance>(
  ask: Ask,
  { first, again }: Pauses,
  look: (nth: number, isAgain: boolean) => Promise<One>,
): Promise<One | undefined> {
  let lastAt = 0;
  const search = async (
    pausesMs: readonly number[],
    isAgain: boolean,
  ): Promise<One | undefined> => {
    for (const [nth, pauseMs] of pausesMs.entries()) {
      if (pauseMs > 0) await ask.until(lastAt + pauseMs);
      const one = await look(nth, isAgain);
      lastAt = one.endedAt;
      if (one.shows) return one;
    }
    return undefined;
  };
  if (!(await search(first, false))) return undefined;
  await ask.until(lastAt + longestLag);
  return search(again, true);
}
