import { defineConfig } from 'vitest/config';

/** Programs that are not ours, against a node started the way an operator starts it. One story, told in order. */
export default defineConfig({
  test: {
    include: ['test/peers/**/*.test.ts'],
    reporters: ['verbose', './test/fixtures/summary-reporter.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
