import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { end, message } from '../cli/processes/child.ts';
import type { Arrivals, KnownReference } from './target-process.ts';

export interface Target extends KnownReference {
  /** What arrived since this was last asked. */
  arrivals(): Promise<Arrivals>;
  close(): Promise<void>;
}

/** The reference implementation in another process; `latencyMs` is waited before each answer. */
export async function startTarget(latencyMs: number): Promise<Target> {
  const child = fork(fileURLToPath(new URL('target-process.js', import.meta.url)), [String(latencyMs)]);
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
