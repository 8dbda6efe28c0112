/**
 * Runs Vitest with the options given. Test files that fail are repeated once, each alone; a test that then passes is
 * reported as unsteady, and is not counted as failed:
 *
 *     tsx scripts/run-tests.ts --config vitest.peers.config.ts
 */
import { type FileResult, type RunSummary, shownCounts } from './test-run/summary.ts';
import { runVitest } from './test-run/vitest.ts';

/** More have a cause in common, which is not chance; repeating them would only delay the answer. */
const MAX_REPEATED = 20;

const args = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);

const first = await runVitest(args);
const failed = first.summary.files.filter((file) => file.failed.length > 0);
if (first.hasPassed) finish(first.summary, true);
else if (failed.length === 0 || first.summary.errors > 0) finish(broken(first.summary), false);
else if (failed.length > MAX_REPEATED) finish(first.summary, false);
else await repeatAll();

async function repeatAll(): Promise<void> {
  let { files } = first.summary;
  let haveAllPassed = true;
  for (const before of failed) {
    say(`\nrepeating ${before.file} alone`);
    const again = await repeat(before);
    for (const test of before.failed.filter((name) => !again.result.failed.includes(name)))
      say(`unsteady: ${before.file}: ${test}`);
    files = files.map((file) => (file === before ? again.result : file));
    haveAllPassed &&= again.hasPassed;
  }
  finish({ files, errors: 0 }, haveAllPassed);
}

/** A repeat that broke off leaves the file as it was. */
async function repeat(before: FileResult): Promise<{ result: FileResult; hasPassed: boolean }> {
  const { hasPassed, summary } = await runVitest([...args, before.file]);
  const result = summary.files.find(({ file }) => file === before.file);
  const hasFailed = result !== undefined && result.failed.length > 0;
  if (result && (hasPassed || hasFailed)) return { result, hasPassed };
  return { result: before, hasPassed: false };
}

/** A run that failed without naming a test has to count a failure all the same. */
function broken(summary: RunSummary): RunSummary {
  say('The run failed outside its tests, so nothing is repeated.');
  return { ...summary, errors: Math.max(summary.errors, 1) };
}

function finish(summary: RunSummary, hasPassed: boolean): void {
  say(shownCounts(summary));
  process.exitCode = hasPassed ? 0 : 1;
}
