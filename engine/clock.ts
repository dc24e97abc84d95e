import { setTimeout as timer, setImmediate as turn } from 'node:timers/promises';

/** What a session reads the time from and waits with. */
export type Clock = Readonly<{
  /** Milliseconds since the epoch, with fractions. Never goes back. */
  now: () => number;
  /**
   * Resolves to true after `ms` milliseconds, or to false once the signal is aborted. After 0 or
   * less, everything else that can go on has gone on.
   */
  sleep: (ms: number, signal?: AbortSignal) => Promise<boolean>;
}>;

/** Resolves as `sleep` does, at a moment in milliseconds since the epoch. */
export const until = (clock: Clock, moment: number, signal?: AbortSignal) =>
  clock.sleep(Math.max(0, moment - clock.now()), signal);

const epochMs = Date.now() - performance.now();
/** Node's timers take at most 31 bits. */
const longestMs = 2 ** 31 - 1;

/** The wall clock at the start of the process, then the monotonic clock. */
export const systemClock: Clock = {
  now: () => epochMs + performance.now(),
  sleep: async (ms, signal) => {
    const options = signal && { signal };
    try {
      if (ms <= 0) await turn(undefined, options);
      for (let left = Math.ceil(ms); left > 0; left -= longestMs)
        await timer(Math.min(left, longestMs), undefined, options);
      return true;
    } catch {
      return false;
    }
  },
};
