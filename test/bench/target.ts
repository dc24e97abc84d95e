import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { end, message } from '../cli/processes/child.ts';
import type { Arrivals, KnownReference } from './target-process.ts';

export interface Target extends KnownReference {
  /** Returns what arrived since the last call. */
  arrivals(): Promise<Arrivals>;
  close(): Promise<void>;
}

/** Starts the reference in another process. It delays each response by `latencyMs`. */
export async function startTarget(latencyMs: number): Promise<Target> {
  const child = fork(fileURLToPath(new URL('target-process.js', import.meta.url)), [
    String(latencyMs),
  ]);
  const known = (await message(child)) as KnownReference;
  return {
    ...known,
    arrivals: async () => {
      const said = message(child);
      child.send('arrivals');
      return (await said) as Arrivals;
    },
    close: () => end(child),
  };
}
