import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'harness',
          include: ['test/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
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
