import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds after which every replica has what one of them was told, with some to spare. */
export const longestLag = 750;

/**
 * Waits until what one replica was told before that moment is known to all. A moment of long ago, as where answers are
 * judged again from evidence, is waited for no longer.
 */
export async function catchUp(since: number): Promise<void> {
  await sleep(Math.max(0, since + longestLag - Date.now()));
}
