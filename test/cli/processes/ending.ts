import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';

export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(10);
}

/** Returns the processes that still run. Zombies do not count. */
export const running = (pids: readonly number[]) =>
  pids.filter((pid) => {
    try {
      return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
    } catch {
      return false;
    }
  });

export async function nothingRuns(pids: readonly number[]): Promise<void> {
  for (let patience = 300; running(pids).length > 0 && patience > 0; patience--) await sleep(10);
  expect(running(pids)).toEqual([]);
}
