import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Progress } from '../engine/run/run.ts';
import type { HostedRun } from '../suites/conformance.test.ts';
import { type Left, takePart } from './conclude-run.ts';

/** How long the worker has to write what it has after a signal. */
const graceMs = 1_500;

export interface Hosted {
  /** What the worker left, or why it left nothing. */
  readonly ended: Promise<Left | { readonly problem: string }>;
  readonly interrupt: (signal: string) => void;
  readonly signalled: () => string | undefined;
}

/** Runs the conformance tests in one vitest worker. What decides is the part that it leaves, never vitest's own verdict. */
export function host(run: HostedRun, onProgress: (progress: Progress) => void): Hosted {
  let signal: string | undefined;
  let cancel = () => {};
  let giveUp = () => {};
  const gaveUp = new Promise<void>((resolve) => {
    giveUp = resolve;
  });
  // A worker that computes cannot watch its deadline.
  const overdue = setTimeout(() => giveUp(), run.config.deadlineS * 1000 + graceMs);
  const ended = (async () => {
    let problem: string | undefined;
    try {
      const vitest = await startWorker(run, onProgress, (cancelRun) => {
        cancel = cancelRun;
        if (signal !== undefined) cancelRun();
      });
      await Promise.race([vitest.finished, gaveUp]);
      problem = vitest.problem();
      // A worker that does not answer must not hold up the reports.
      await Promise.race([vitest.close(), gaveUp, new Promise((resolve) => setTimeout(resolve, graceMs).unref())]);
    } catch (error) {
      problem = (error as Error).message;
    } finally {
      clearTimeout(overdue);
    }
    return (await takePart(run.out)) ?? { problem: problem ?? 'the worker ended without a result' };
  })();
  return {
    ended,
    signalled: () => signal,
    interrupt: (by) => {
      signal = by;
      cancel();
      setTimeout(giveUp, graceMs).unref();
    },
  };
}

interface Worker {
  readonly finished: Promise<void>;
  readonly problem: () => string | undefined;
  readonly close: () => Promise<void>;
}

async function startWorker(
  run: HostedRun,
  onProgress: (progress: Progress) => void,
  onCancellable: (cancel: () => void) => void,
): Promise<Worker> {
  const { createVitest } = await import('vitest/node');
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const ownListeners = new Map(signals.map((name) => [name, process.listeners(name)]));
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const suites = join(dirname(fileURLToPath(import.meta.url)), '..', 'suites');
  const adapter = join(suites, `conformance.test.${extension}`);
  let problem: string | undefined;
  const vitest = await createVitest(
    'test',
    {
      // Not a config file of the user's, and nothing written into the package.
      config: false,
      root: suites,
      include: [adapter],
      exclude: [],
      watch: false,
      cache: false,
      pool: 'forks',
      maxWorkers: 1,
      // Bodies of megabytes come and go: what is left of them is collected before it takes several times their room.
      execArgv: ['--heap-growing-percent=30'],
      isolate: false,
      testTimeout: 0,
      hookTimeout: 0,
      teardownTimeout: 1_000,
      passWithNoTests: true,
      server: { deps: { external: [/.*/] } },
      provide: { conformance: run },
      reporters: [
        {
          onTestCaseResult: (test) => {
            const progress = test.meta().conformance?.progress;
            if (progress) onProgress(progress);
          },
          onTestRunEnd: (_modules, errors) => {
            problem = errors[0]?.message;
          },
        },
      ],
    },
    { logLevel: 'silent' },
    // What vitest has to say of its workers is nobody's concern: what counts is the part that was written.
    { stdout: silence(), stderr: silence() },
  );
  // vitest's listeners end the process before anything is written.
  for (const [name, own] of ownListeners) {
    for (const listener of process.listeners(name)) if (!own.includes(listener)) process.off(name, listener);
  }
  onCancellable(() => void vitest.cancelCurrentRun('keyboard-input'));
  const finished = vitest.start().then(
    () => {},
    (error: unknown) => {
      problem = (error as Error).message;
    },
  );
  return { finished, problem: () => problem, close: () => vitest.close() };
}

function silence(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
