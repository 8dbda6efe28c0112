import { defineConfig } from 'vitest/config';

/** What `test/scripts/run-tests.program.test.ts` runs: as many files as CASES names. */
export default defineConfig({
  // Not next to the cases.
  cacheDir: '../../../node_modules/.vite/unsteady',
  test: {
    root: import.meta.dirname,
    include: (process.env.CASES ?? '').split(',').map((name) => `${name}-program.ts`),
    globalSetup: process.env.SETUP ? [`./${process.env.SETUP}-program.ts`] : [],
    isolate: false,
    reporters: ['default', '../../fixtures/summary-reporter.ts'],
  },
});
