import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { instrument } from './instrument.ts';
import { readPlan } from './plan.ts';
import { sitesOf } from './sites.ts';

const { sources, quick } = readPlan();
const firstIds = new Map(sources.map(({ path, firstId }) => [path, firstId]));
const root = process.cwd();

/** Sources are given to Vitest with their mutants in them. */
const mutants = {
  name: 'mutants',
  enforce: 'pre' as const,
  load(id: string) {
    const path = relative(root, id);
    const firstId = firstIds.get(path);
    if (firstId === undefined) return null;
    const source = readFileSync(id, 'utf8');
    return instrument(source, sitesOf(path, source), firstId);
  },
};

export default defineConfig({
  plugins: [mutants],
  test: {
    include: ['scripts/mutants/session.ts'],
    runner: './scripts/mutants/session-runner.ts',
    globalSetup: quick ? [] : ['test/fixtures/postgres.ts'],
    isolate: false,
    maxWorkers: 1,
    execArgv: ['--max-semi-space-size=64'],
    hookTimeout: 180_000,
    expect: { poll: { timeout: 10_000 } },
    // What a mutant breaks after its test is no fault of the session.
    dangerouslyIgnoreUnhandledErrors: true,
  },
});
