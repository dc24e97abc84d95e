import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { openVitest } from '../reports/own-vitest.ts';
import type { HostedRun } from '../suites/conformance.test.ts';
import { type Left, takePart } from './conclude-run.ts';
import type { Progress } from './engine.ts';

/**
 * How long a worker may take to write its output after a signal, more if it may have to restore the
 * address of the test user, and more if `rate` delays that.
 */
const graceMs = 1_200;
const graceForAddressMs = 3_500;
const graceAtRateMs = 1_000;
/** On an idle machine a worker starts in 0.5 s, */
const startMs = 10_000;
/** and writes its output in 0.1 s after its deadline. */
const overdueMs = 2_200;

export type Hosted = Readonly<{
  /** Rejects with a `WrongConfiguration` if the run could not start. */
  ended: Promise<Left | { readonly problem: string }>;
  interrupt: () => void;
  kill: () => void;
}>;

/** One vitest worker. The result comes from the part that it writes, not from vitest. */
export function host(run: HostedRun, onProgress: (progress: Progress) => void): Hosted {
  const { rate, allow, deadlineS } = run.config;
  const restoringMs = allow.writes
    ? graceForAddressMs + (rate === undefined ? 0 : graceAtRateMs)
    : 0;
  const patienceMs = graceMs + restoringMs;
  const began = performance.now();
  let isInterrupted = false;
  let cancel = () => {};
  let giveUp = () => {};
  const gaveUp = new Promise<void>((resolve) => {
    giveUp = resolve;
  });
  const workers = new Set<ChildProcess>();
  // A worker that is busy computing cannot enforce its own deadline.
  const giveUpAfter = (leastMs: number) => {
    const leftMs = deadlineS * 1000 - (performance.now() - began);
    return setTimeout(giveUp, Math.max(leftMs, leastMs) + overdueMs + restoringMs);
  };
  let overdue: NodeJS.Timeout | undefined;
  const onChild = (message: unknown) => {
    const worker = (message as { readonly process: ChildProcess }).process;
    workers.add(worker);
    worker.on('message', (told: { readonly progress?: Progress } | null) => {
      if (told?.progress) onProgress(told.progress);
    });
    overdue ??= giveUpAfter(startMs);
  };
  const onReady = () => {
    clearTimeout(overdue);
    overdue = giveUpAfter(0);
    if (isInterrupted) cancel();
  };
  subscribe('child_process', onChild);
  const kill = () => {
    for (const worker of workers) worker.kill('SIGKILL');
  };
  const ended = (async () => {
    let problem: string | undefined;
    try {
      const starting = startWorker(run, (cancelRun) => {
        cancel = cancelRun;
        onReady();
      });
      const vitest = await Promise.race([starting, gaveUp]);
      if (!vitest) {
        // The worker has sent nothing yet.
        void starting.then((late) => late.close()).catch(() => {});
        return { problem: 'the worker was not started' };
      }
      await Promise.race([vitest.finished, gaveUp]);
      problem = vitest.problem();
      // A worker that hangs must not delay the reports.
      await Promise.race([
        vitest.close(),
        gaveUp,
        new Promise((resolve) => setTimeout(resolve, patienceMs).unref()),
      ]);
    } catch (error) {
      problem = (error as Error).message;
    } finally {
      clearTimeout(overdue);
      unsubscribe('child_process', onChild);
      // Ends a worker that hangs.
      kill();
    }
    return (await takePart(run.out)) ?? { problem: problem ?? 'the worker ended without a result' };
  })();
  return {
    ended,
    interrupt: () => {
      isInterrupted = true;
      // On Windows the signal would kill the worker. There, `cancel` reaches it.
      if (process.platform !== 'win32') for (const worker of workers) worker.kill('SIGINT');
      cancel();
      setTimeout(giveUp, patienceMs).unref();
    },
    kill,
  };
}

async function startWorker(run: HostedRun, onCancellable: (cancel: () => void) => void) {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  let problem: string | undefined;
  let isRunning = false;
  const { vitest, run: start } = await openVitest(
    new URL(`../suites/conformance.test.${extension}`, import.meta.url),
    {
      // Bodies can be several megabytes: V8 frees them before they take several times their size,
      // and memory does not grow with the length of the run.
      execArgv: ['--heap-growing-percent=60', '--max-semi-space-size=4'],
      testTimeout: 0,
      hookTimeout: 0,
      teardownTimeout: 1_000,
      provide: { conformance: run },
      reporters: [
        {
          // Before the first test is ready, vitest ignores a cancellation.
          onTestCaseReady: () => {
            if (!isRunning) onCancellable(() => void vitest.cancelCurrentRun('keyboard-input'));
            isRunning = true;
          },
          onTestRunEnd: (modules, errors) => {
            problem = errors[0]?.message ?? modules[0]?.errors()[0]?.message;
          },
        },
      ],
    },
  );
  const finished = start().catch((error: unknown) => {
    problem = (error as Error).message;
  });
  return { finished, problem: () => problem, close: () => vitest.close() };
}
