import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/mutation/record.spec.ts'], testTimeout: 400_000 },
});
