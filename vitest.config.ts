import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/peers/**', 'test/bench/**'],
    setupFiles: ['test/fixtures/properties.ts'],
    globalSetup: ['test/fixtures/postgres.ts'],
    reporters: ['default', './test/fixtures/summary-reporter.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
