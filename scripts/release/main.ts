/**
 * Makes a release of what is committed on main; docs/contribute/releasing.md has the steps around it.
 *
 *     npm run release -- 1.0.0
 *     npm run release -- 1.0.0 --dry-run        says what it would do
 *     npm run release -- 1.0.0 --skip-checks    after CI has passed on this commit
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Refusal } from './refusal.ts';
import { type ReleaseOptions, release } from './release.ts';
import { runProgram } from './run.ts';

const root = resolve(import.meta.dirname, '../..');
const say = (line: string): void => console.log(line);

try {
  await release({ ...asked(), root, say, run: runProgram, day: new Date().toISOString().slice(0, 10) });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof Refusal ? 2 : 1;
}

function asked(): Pick<ReleaseOptions, 'version' | 'dryRun' | 'skipChecks'> {
  const usage = 'Say which version: npm run release -- 1.0.0, with --dry-run or --skip-checks if wanted.';
  try {
    const options = { 'dry-run': { type: 'boolean' }, 'skip-checks': { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [version, ...more] = positionals;
    if (version === undefined || more.length > 0) throw new Refusal(usage);
    return { version, dryRun: values['dry-run'] ?? false, skipChecks: values['skip-checks'] ?? false };
  } catch {
    throw new Refusal(usage);
  }
}
