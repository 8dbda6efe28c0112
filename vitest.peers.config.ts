import { defineConfig } from 'vitest/config';

/** Programs that are not ours, against nodes started the way an operator starts one. */
export default defineConfig({
  test: {
    include: ['test/peers/*.test.ts'],
    // Minutes of load: `npm run test:storm`.
    exclude: process.env.STORM ? [] : ['test/peers/*storm.test.ts'],
    globalSetup: ['test/peers/support/global-setup.ts'],
    reporters: ['verbose', './test/fixtures/summary-reporter.ts'],
    // Each file has a node of its own; more than one at a time would only disturb each other's clocks.
    fileParallelism: false,
    // For what hangs. A machine that is busy with other things takes many times as long as one that is not.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    teardownTimeout: 20_000,
  },
});
