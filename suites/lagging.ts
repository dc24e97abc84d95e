import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds after which every replica has what one of them was told, with some to spare. */
export const longestLag = 2_250;

/**
 * Waits until that moment, in milliseconds since the epoch. Said by answers, it is one of long ago where these are judged
 * again from evidence: then nothing is waited for.
 */
export async function until(moment: number): Promise<void> {
  await sleep(Math.max(0, moment - Date.now()));
}

/** Waits until what one replica was told before that moment is known to all. */
export async function catchUp(since: number): Promise<void> {
  await until(since + longestLag);
}
