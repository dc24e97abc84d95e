import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Reporter } from 'vitest/node';
import type { ShownTest } from './outcomes.test.ts';

/** The longest time for which a hanging worker may delay the reports. */
const patienceMs = 60_000;

/** Runs one vitest test for each entry, in one worker and with this reporter only. Throws if the run takes too long. */
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
      // Ignore the user's vitest configuration, and write no cache into the package.
      config: false,
      root: folder,
      include: [file],
      exclude: [],
      watch: false,
      cache: false,
      pool: 'forks',
      maxWorkers: 1,
      isolate: false,
      // Compiled JavaScript needs no transformation. In a clone, the test file is TypeScript.
      server: { deps: { external: [/\.js$/] } },
      provide: { allureTests: tests },
      reporters: [reporter],
    },
    { logLevel: 'silent' },
    // vitest's own output is discarded. The caller checks that every test was written.
    { stdout: silence(), stderr: silence() },
  );
  // vitest's signal listeners would keep the process alive if it is interrupted while reports are written.
  for (const [name, listeners] of own) {
    for (const listener of process.listeners(name)) if (!listeners.includes(listener)) process.off(name, listener);
  }
  try {
    await within(patienceMs, vitest.start());
  } finally {
    await within(patienceMs, vitest.close());
    // vitest sets the exit code if a test fails. Here a failed test is expected.
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
