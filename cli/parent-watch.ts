import { basename } from 'node:path';
import { findProcess } from './process-table.ts';

const pollMs = 100;

/**
 * Calls `act` once if the parent has ended, or a process above it in the same group, such as `npx`
 * or the shell of a CI step: these end on a signal without passing it on. What `nohup` starts may
 * outlive them, and so may what never had a parent (`setsid`, systemd). Returns a function that
 * stops watching. Without /proc it notices only its own parent, and on Windows none.
 */
export function onOrphaned(act: () => void): () => void {
  const { ppid, pid } = process;
  const isOnItsOwn = ppid <= 1 || findProcess(pid)?.session === pid;
  if (isOnItsOwn || isUnderNohup()) return () => {};
  const above = processesAbove(pid);
  const watch = setInterval(() => {
    if (process.ppid === ppid && above.every(isRunning)) return;
    clearInterval(watch);
    act();
  }, pollMs).unref();
  return () => clearInterval(watch);
}

/**
 * Node resets ignored signals, so only the path of the command tells, which the shell stores here.
 */
export function isUnderNohup(): boolean {
  return basename(process.env['_'] ?? '') === 'nohup';
}

interface Above {
  readonly pid: number;
  readonly started: string;
}

/** Nearest first, without the first process of the system. */
function processesAbove(pid: number): readonly Above[] {
  const own = findProcess(pid);
  const above: Above[] = [];
  for (let next = own?.parent ?? 0; next > 1; ) {
    const found = findProcess(next);
    if (!found || found.group !== own?.group) break;
    above.push({ pid: next, started: found.started });
    next = found.parent;
  }
  return above;
}

function isRunning({ pid, started }: Above): boolean {
  const found = findProcess(pid);
  return found?.started === started && !found.hasEnded;
}
