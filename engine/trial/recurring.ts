import type { Ask } from '../catalogue/index.ts';
import { longestLag } from '../judging/lags.ts';

type Pauses = readonly number[];

/**
 * If a defect shows, looks again after replicas have caught up, because a single edit cannot
 * explain both. Returns the later look that shows it.
 */
export async function recurring<One extends Readonly<{ shows: boolean; endedAt: number }>>(
  ask: Ask,
  { first, again }: Readonly<Record<'first' | 'again', Pauses>>,
  look: (nth: number, isAgain: boolean) => Promise<One>,
) {
  let lastAt = 0;
  const search = async (pausesMs: Pauses, isAgain: boolean) => {
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
