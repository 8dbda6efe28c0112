/**
 * Looks for what the tests of every change do not find: the properties with a new seed and many more runs, and a sample of the
 * mutants. The seed is printed first; with it a night is repeated.
 *
 *     npm run test:nightly
 *     npm run test:nightly -- --seed 12345
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { filesOf } from '../mutants/tests-of.ts';
import { runVitest } from '../test-run/vitest.ts';

const RUNS = '2000';
/** A property on a database may take an hour. */
const TIMEOUT_MS = String(60 * 60_000);
const MUTANTS = '200';
const MINUTES = '90';

const { values } = parseArgs({ options: { seed: { type: 'string' } } });
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
process.stdout.write(
  `seed ${seed}: PROPERTY_SEED=${seed} PROPERTY_RUNS=${RUNS} npx vitest run <file> repeats a failure\n`,
);

Object.assign(process.env, { PROPERTY_SEED: seed, PROPERTY_RUNS: RUNS });
const properties = await runVitest(['--testTimeout', TIMEOUT_MS, ...propertyFiles()]);
await tryMutants();
// Mutants that survive are listed, and are no failure of the night: a test of them is still to be written.
process.exitCode = properties.hasPassed ? 0 : 1;

function propertyFiles(): string[] {
  const files = filesOf(['test/**/*.test.ts']).filter((path) => !/\.(program|browser)\.test\.ts$/.test(path));
  return files.filter((path) => /'fast-check'|\/random-history\.ts'/.test(readFileSync(path, 'utf8')));
}

async function tryMutants(): Promise<void> {
  const args = ['scripts/mutants/main.ts', '--sample', MUTANTS, '--seed', seed, '--minutes', MINUTES];
  // The tests of mutants have the fixed seed: a mutant must not be killed one night and survive the next.
  const { PROPERTY_SEED, PROPERTY_RUNS, ...env } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', ...args], { env, stdio: 'inherit' });
  await once(child, 'close');
}
