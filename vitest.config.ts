import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { environment } from './test/reports/allure/environment.ts';
import { SamplesReporter } from './test/samples-reporter.ts';
import { scopeIsGate } from './test/scope.ts';

const gated = 'test/**/*.gate.test.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // They start processes, proxies, a browser or many runs, so only the gate runs them.
    exclude: [...configDefaults.exclude, ...(scopeIsGate ? [] : [gated])],
    env: environment,
    reporters: [new SamplesReporter(), 'default'],
    testTimeout: 60_000,
    hookTimeout: 240_000,
    // A browser on a busy machine takes its time.
    expect: { poll: { timeout: 20_000 } },
    isolate: false,
    // Simulations allocate much that lives shortly.
    execArgv: ['--max-semi-space-size=32'],
    // In the gate, many tests wait for child processes and for targets that delay.
    maxWorkers: availableParallelism() + (scopeIsGate ? 1 : 0),
  },
});
