import { readdirSync, readFileSync } from 'node:fs';

const pageBytes = 4096;

/**
 * Returns the resident memory of a process and all its descendants in bytes. The sum of RSS counts
 * shared pages once per process, so it is never too low. Unlike PSS it takes only microseconds.
 */
function memoryOf(pid: number): number {
  try {
    const resident = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * pageBytes;
    return childrenOf(pid).reduce((sum, child) => sum + memoryOf(child), resident);
  } catch {
    // The process has exited.
    return 0;
  }
}

export function treeOf(pid: number): number[] {
  try {
    return [pid, ...childrenOf(pid).flatMap(treeOf)];
  } catch {
    return [pid];
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) => {
    try {
      const text = readFileSync(`/proc/${pid}/task/${task}/children`, 'latin1');
      return text.split(' ').filter(Boolean).map(Number);
    } catch {
      return [];
    }
  });
}

const sampleMs = 50;

/**
 * Watches the memory of a process and its descendants. `peak` returns the maximum so far in bytes.
 */
export function watchMemory(pid: number | undefined): { peak(): number; stop(): void } {
  let peak = 0;
  const sample = setInterval(() => {
    peak = Math.max(peak, memoryOf(pid ?? 0));
  }, sampleMs);
  return { peak: () => peak, stop: () => clearInterval(sample) };
}
