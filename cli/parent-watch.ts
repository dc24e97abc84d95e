import { basename } from 'node:path';
import { findProcess } from './process-table.ts';

const pollMs = 100;

/**
 * Calls `act` once if this process becomes an orphan: its parent has ended, or another process
 * above it in the same process group, such as `npx` or the shell of a CI step. These end on a
 * signal without passing it on. A process that `nohup` starts may outlive them, and so may one that
 * never had a parent (`setsid`, systemd, an entrypoint). Returns a function that stops watching.
 * Without /proc it notices only its own parent, and on Windows none.
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
 * Whether the user started this process with `nohup`. Node resets the ignored signals of a new
 * process, so only the shell tells: it stores the path of the command in this variable.
 */
export function isUnderNohup(): boolean {
  return basename(process.env['_'] ?? '') === 'nohup';
}

interface Above {
  readonly pid: number;
  readonly started: string;
}

/**
 * Returns the processes above this one in its process group, nearest first. Never the first process
 * of the system.
 */
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
