import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVitest } from 'vitest/node';

// Starts vitest as `run` does (cli/host.ts), on a file with one empty test. Sends the time at which
// the test ran.

declare module 'vitest' {
  interface TaskMeta {
    ranAt?: number;
  }
}

const file = fileURLToPath(new URL('empty.spec.js', import.meta.url));
const vitest = await createVitest(
  'test',
  {
    config: false,
    root: dirname(file),
    include: [file],
    exclude: [],
    watch: false,
    cache: false,
    pool: 'forks',
    maxWorkers: 1,
    isolate: false,
    server: { deps: { external: [/.*/] } },
    reporters: [{ onTestCaseResult: (test) => void process.send?.(test.meta().ranAt) }],
  },
  { logLevel: 'silent' },
);
await vitest.start();
await vitest.close();
process.disconnect?.();
