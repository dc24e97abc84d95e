import type { Reporter } from 'vitest/node';
import { openVitest } from '../own-vitest.ts';
import type { ShownTest } from './outcomes.test.ts';

const patienceMs = 60_000;

/** Runs one vitest test for each entry, with this reporter only. Throws if it takes too long. */
export async function runTests(tests: readonly ShownTest[], reporter: Reporter): Promise<void> {
  const { exitCode } = process;
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const { vitest, run } = await openVitest(new URL(`outcomes.test.${extension}`, import.meta.url), {
    provide: { allureTests: tests },
    reporters: [reporter],
  });
  try {
    await within(patienceMs, run());
  } finally {
    await within(patienceMs, vitest.close());
    // vitest sets the exit code if a test fails. Here a failed test is expected.
    process.exitCode = exitCode;
  }
}

async function within(limitMs: number, work: Promise<unknown>) {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`it took longer than ${limitMs / 1_000} s`)),
      limitMs,
    );
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
