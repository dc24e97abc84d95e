import { type ChildProcess, fork } from 'node:child_process';
import { brokenRow, type Row } from './row.ts';
import type { Task } from './task.ts';

/**
 * A worker without a row for this long hangs. The slowest correct target takes about half as long.
 */
const patienceMs = 420_000;
const keptStderr = 2_000;

/** A simulation allocates much that lives shortly. So a sixth of its time is saved. */
const execArgv = ['--max-semi-space-size=32'];

export interface Workers {
  /** The program that receives tasks and returns rows over IPC. */
  readonly program: string;
  readonly args: readonly string[];
  readonly jobs: number;
  readonly patienceMs?: number;
  /** Ends the workers. Their current tasks yield no row. */
  readonly signal?: AbortSignal;
}

interface Worker {
  readonly child: ChildProcess;
  readonly stderr: () => string;
}

/**
 * Runs tasks in worker processes. If a worker dies or hangs, its task yields a broken row and a new
 * worker starts.
 */
export async function runAll(
  tasks: readonly Task[],
  workers: Workers,
  onRow: (row: Row) => void,
): Promise<void> {
  const waiting = [...tasks];
  const running = new Set<ChildProcess>();
  const end = () => {
    waiting.length = 0;
    for (const child of running) child.kill('SIGKILL');
  };
  process.once('exit', end);
  workers.signal?.addEventListener('abort', end);
  const serve = async () => {
    let worker: Worker | undefined;
    for (let task = waiting.shift(); task; task = waiting.shift()) {
      worker ??= startWorker(workers, running);
      const row = await asked(worker, task, workers.patienceMs ?? patienceMs);
      if (!worker.child.connected) worker = undefined;
      if (workers.signal?.aborted) return;
      onRow(row);
    }
    worker?.child.disconnect();
  };
  try {
    await Promise.all(Array.from({ length: Math.min(workers.jobs, tasks.length) }, serve));
  } finally {
    process.off('exit', end);
    workers.signal?.removeEventListener('abort', end);
  }
}

function startWorker({ program, args }: Workers, running: Set<ChildProcess>): Worker {
  const child = fork(program, args, { execArgv, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-keptStderr);
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return { child, stderr: () => stderr.trim() };
}

/** Resolves to the worker's row, or to a broken row that says how the worker ended. */
function asked({ child, stderr }: Worker, task: Task, limitMs: number): Promise<Row> {
  const began = performance.now();
  return new Promise((resolve) => {
    const settle = (row: Row) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('close', onClose);
      resolve(row);
    };
    const broken = (why: string) => brokenRow(task, why, Math.round(performance.now() - began));
    const onMessage = (row: unknown) => settle(row as Row);
    const onClose = (code: number | null, signal: string | null) =>
      settle(broken(`the worker ended with ${signal ?? code}: ${stderr()}`));
    const timer = setTimeout(() => {
      child
        .off('close', onClose)
        .once('close', () => settle(broken(`no result after ${limitMs / 1000} s`)));
      child.kill('SIGKILL');
    }, limitMs);
    child.once('message', onMessage).once('close', onClose);
    child.send(task, () => {});
  });
}

/** Runs the tasks that the parent sends until it disconnects. */
export function serveTasks(carryOut: (task: Task) => Promise<Row>): void {
  process.on('message', async (task) => {
    const row = await carryOut(task as Task);
    process.send?.(row);
  });
  process.once('disconnect', () => process.exit());
  // Ctrl+C reaches the whole process group, but the parent ends the workers.
  process.on('SIGINT', () => {});
}
