import { defineConfig } from 'vitest/config';

/** A cluster of programs that fail: nodes, their database, and what is in front. Takes a quarter of an hour. */
export default defineConfig({
  test: {
    include: ['test/cluster/*.test.ts'],
    globalSetup: ['test/cluster/support/global-setup.ts'],
    reporters: ['verbose', './test/fixtures/summary-reporter.ts'],
    fileParallelism: false,
    testTimeout: 400_000,
    hookTimeout: 300_000,
    teardownTimeout: 30_000,
  },
});
