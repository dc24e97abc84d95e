import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Reporter } from 'vitest/node';
import type { ShownTest } from './outcomes.test.ts';

/** How long a worker that hangs may hold up the other reports, in milliseconds. */
const patienceMs = 60_000;

/** Runs a vitest test for each, in one worker, under that reporter only. Throws where the run breaks off. */
export async function runTests(tests: readonly ShownTest[], reporter: Reporter): Promise<void> {
  const { createVitest } = await import('vitest/node');
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const own = new Map(signals.map((name) => [name, process.listeners(name)]));
  const { exitCode } = process;
  const folder = dirname(fileURLToPath(import.meta.url));
  const file = join(folder, `outcomes.test.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`);
  const vitest = await createVitest(
    'test',
    {
      // Not a config file of the user's, and nothing written into the package.
      config: false,
      root: folder,
      include: [file],
      exclude: [],
      watch: false,
      cache: false,
      pool: 'forks',
      maxWorkers: 1,
      isolate: false,
      // What is JavaScript already needs no transformation; in a clone the file is TypeScript.
      server: { deps: { external: [/\.js$/] } },
      provide: { allureTests: tests },
      reporters: [reporter],
    },
    { logLevel: 'silent' },
    // What vitest has to say of its workers is nobody's concern: what counts is whether the tests were written.
    { stdout: silence(), stderr: silence() },
  );
  // vitest's listeners keep a process alive that somebody ends while the reports are written.
  for (const [name, listeners] of own) {
    for (const listener of process.listeners(name)) if (!listeners.includes(listener)) process.off(name, listener);
  }
  try {
    await within(patienceMs, vitest.start());
  } finally {
    await within(patienceMs, vitest.close());
    // That a test failed says nothing about this process.
    process.exitCode = exitCode;
  }
}

function silence(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it took longer than ${limitMs / 1_000} s`)), limitMs);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
