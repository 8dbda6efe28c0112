import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/peers/**', 'test/bench/**'],
    globalSetup: ['test/fixtures/postgres.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
