import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { environment } from './test/reports/allure/environment.ts';
import { SamplesReporter } from './test/samples-reporter.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    env: environment,
    globalSetup: ['test/reports/tell-chromium.ts'],
    reporters: [new SamplesReporter(), 'default'],
    testTimeout: 60_000,
    hookTimeout: 240_000,
    // A browser on a busy machine takes its time.
    expect: { poll: { timeout: 20_000 } },
    isolate: false,
    // More workers than cores: many tests wait for child processes and for targets that delay.
    maxWorkers: availableParallelism() + 1,
  },
});
