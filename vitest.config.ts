import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // By default vitest leaves a core idle, which is half of a machine with two.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'harness',
          include: ['test/**/*.test.ts'],
          globalSetup: ['test/reports/tell-chromium.ts'],
          testTimeout: 60_000,
          hookTimeout: 240_000,
          // A browser on a busy machine takes its time.
          expect: { poll: { timeout: 20_000 } },
          isolate: false,
        },
      },
      {
        test: {
          name: 'conformance',
          include: ['suites/conformance.test.ts'],
          globalSetup: ['cli/vitest-setup.ts'],
          testTimeout: 0,
          hookTimeout: 0,
        },
      },
    ],
  },
});
