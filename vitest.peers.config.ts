import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

// Minutes of load: `npm run test:storm`.
const exclude = process.env.STORM ? [] : ['test/peers/*storm.test.ts'];
/** Compare times with those of a quiet node, so nothing runs beside them. */
const MEASURED = ['test/peers/strangers.test.ts', 'test/peers/*storm.test.ts'];

/** Files that run after those of the projects before, so many at a time. */
const project = (name: string, groupOrder: number, maxWorkers: number, include: string[], left: string[]) =>
  ({
    test: {
      name,
      include,
      exclude: left,
      sequence: { groupOrder },
      maxWorkers,
      // For what hangs. A machine that is busy with other things takes many times as long as one that is not.
      testTimeout: 180_000,
      hookTimeout: 300_000,
      expect: { poll: { timeout: 60_000 } },
    },
  }) satisfies TestProjectInlineConfiguration;

/** Programs that are not ours, against nodes started the way an operator starts one. Each file has a node of its own. */
export default defineConfig({
  test: {
    globalSetup: ['test/peers/support/global-setup.ts'],
    reporters: ['verbose', './test/fixtures/summary-reporter.ts'],
    teardownTimeout: 20_000,
    projects: [
      project('peers', 1, availableParallelism(), ['test/peers/**/*.test.ts'], [...exclude, ...MEASURED]),
      project('measured', 2, 1, MEASURED, exclude),
    ],
  },
});
