import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { recordReads } from './scripts/rows/plugin.ts';
import SlowFirst from './test/fixtures/slow-first.ts';

// `RECORD_ROWS=<folder>` notes there which rows the reads return, for `npm run check:rows`.
const records = process.env.RECORD_ROWS !== undefined;

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: records ? [recordReads] : [],
  test: {
    alias: {
      argon2: file('test/fixtures/light-argon2.ts'),
      // Its sources: the package is built only for those who use it.
      '@lastmile/client': file('clients/typescript/src/index.ts'),
    },
    include: ['test/**/*.test.ts'],
    exclude: ['test/peers/**', 'test/cluster/**', 'test/bench/**'],
    setupFiles: ['test/fixtures/properties.ts', ...(records ? ['test/fixtures/record-rows.ts'] : [])],
    globalSetup: ['test/fixtures/postgres.ts'],
    // Files share the modules of their process: importing the program anew took a third of the time. So a file leaves nothing
    // running but the browser that they share too, and changes nothing that others import.
    isolate: false,
    // One more than cores: a file often waits for its database, and some for time limits to pass.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: SlowFirst },
    // More room for objects that die young, as `npm start` gives the program.
    execArgv: ['--max-semi-space-size=64'],
    // What a run has compiled the next one reads, unless the recorder adds to it.
    experimental: { fsModuleCache: !records },
    reporters: ['default', './test/fixtures/summary-reporter.ts'],
    // For what hangs. A machine that is busy with other things takes many times as long as one that is not.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
