import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds after which every replica knows what one of them was told, with a margin. */
export const longestLag = 2_250;

/**
 * Waits until that time, in milliseconds since the epoch. Callers compute it from the times of responses, so a replay
 * of old evidence does not wait.
 */
export async function until(moment: number): Promise<void> {
  await sleep(Math.max(0, moment - Date.now()));
}

/** Waits until all replicas know what one of them was told before that time. */
export async function catchUp(since: number): Promise<void> {
  await until(since + longestLag);
}
