import { readdirSync, readFileSync } from 'node:fs';

const pageBytes = 4096;

/**
 * Resident memory of a process and all its descendants, in bytes: the sum of RSS, which counts what they share once
 * each. That is never too little, and unlike PSS it is had in microseconds.
 */
function memoryOf(pid: number): number {
  try {
    const resident = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * pageBytes;
    return childrenOf(pid).reduce((sum, child) => sum + memoryOf(child), resident);
  } catch {
    // It ended in between.
    return 0;
  }
}

/** Every process below that one, and itself. */
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

/** Watches the memory of a process and its descendants; what it returns gives the peak so far, in bytes. */
export function watchMemory(pid: number | undefined): { peak(): number; stop(): void } {
  let peak = 0;
  const sample = setInterval(() => {
    peak = Math.max(peak, memoryOf(pid ?? 0));
  }, sampleMs);
  return { peak: () => peak, stop: () => clearInterval(sample) };
}
