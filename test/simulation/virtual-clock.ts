import type { Clock } from '../../engine/clock.ts';
import { whenIdle } from './pending-crypto.ts';

type Sleeper = Readonly<{ at: number; wake: () => void }>;

export type VirtualClock = Clock &
  Readonly<{
    /** Calls `wake` after that many milliseconds, unless the returned function is called. */
    after: (ms: number, wake: () => void) => () => void;
  }>;

/**
 * A clock that moves when everything waits: once no callback can run, it goes to the earliest
 * moment that somebody sleeps until. So a pause of a minute costs microseconds, and what happens
 * in which order depends on nothing but the program.
 */
export function virtualClock(startsAt: number): VirtualClock {
  let now = startsAt;
  const sleepers: Sleeper[] = [];
  let isMoving = false;
  const move = () => {
    isMoving = false;
    const next = sleepers.shift();
    if (!next) return;
    now = Math.max(now, next.at);
    next.wake();
    moveWhenIdle();
  };
  const moveWhenIdle = () => {
    if (isMoving || sleepers.length === 0) return;
    isMoving = true;
    whenIdle(move);
  };
  const after = (ms: number, wake: () => void) => {
    const sleeper = { at: now + Math.max(0, ms), wake };
    // Of those that wake at the same moment, the first to sleep wakes first.
    const before = sleepers.findLastIndex(({ at }) => at <= sleeper.at);
    sleepers.splice(before + 1, 0, sleeper);
    moveWhenIdle();
    return () => {
      const at = sleepers.indexOf(sleeper);
      if (at >= 0) sleepers.splice(at, 1);
    };
  };
  return {
    now: () => now,
    after,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve(false);
        const forget = after(ms, () => {
          signal?.removeEventListener('abort', stop);
          resolve(true);
        });
        const stop = () => {
          forget();
          resolve(false);
        };
        signal?.addEventListener('abort', stop, { once: true });
      }),
  };
}
