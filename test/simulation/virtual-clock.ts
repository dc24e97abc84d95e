import type { Clock } from '../../engine/clock.ts';
import { whenIdle } from './pending-crypto.ts';

type Sleeper = Readonly<{ at: number; wake: () => void }>;

/**
 * A clock that moves when everything waits: once no callback can run, it goes to the earliest
 * moment that somebody sleeps until. So a pause of a minute costs microseconds, and what happens
 * in which order depends on nothing but the program.
 */
export function virtualClock(startsAt: number): Clock {
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
  const add = (sleeper: Sleeper) => {
    // Of those that wake at the same moment, the first to sleep wakes first.
    const later = sleepers.findIndex(({ at }) => at > sleeper.at);
    sleepers.splice(later < 0 ? sleepers.length : later, 0, sleeper);
    moveWhenIdle();
  };
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve(false);
        const stop = () => {
          const at = sleepers.indexOf(sleeper);
          if (at >= 0) sleepers.splice(at, 1);
          resolve(false);
        };
        const sleeper = {
          at: now + Math.max(0, ms),
          wake: () => {
            signal?.removeEventListener('abort', stop);
            resolve(true);
          },
        };
        signal?.addEventListener('abort', stop, { once: true });
        add(sleeper);
      }),
  };
}
