/**
 * Do the tests notice when a decision is made wrong? Makes mutants of the rules of money and access: `>=` becomes `>`, a
 * condition its opposite, 30 becomes 31. Runs the tests that reach each of them, and lists those that no test notices.
 *
 *     npm run test:mutants -- --files 'src/areas/money/billing/model/*.ts'
 *     npm run test:mutants -- --sample 200 --seed 7 --minutes 30
 *     npm run test:mutants -- --quick && npm run test:mutants -- --again
 */
import { keepLeft, leftOf } from './left.ts';
import { isExplained, type Mutant, mutantsOf, sampleOf, shown } from './mutants.ts';
import { readOptions } from './options.ts';
import type { Finding, Trial } from './plan.ts';
import { firstIdsOf, readReaches, trialOf } from './reaches.ts';
import { runSession } from './run-session.ts';
import { filesOf, TestFiles } from './tests-of.ts';

const { files: globs, sample, seed, minutes, quick, again, tests } = readOptions(process.argv.slice(2));
const deadline = Date.now() + minutes * 60_000;
const say = (line: string) => process.stdout.write(`${line}\n`);

const all = mutantsOf(filesOf(globs));
const wanted = again ? leftOf(all) : all;
const chosen = sample === undefined ? wanted : sampleOf(wanted, sample, seed);
say(`${chosen.length} of ${all.length} mutants${sample === undefined ? '' : `; --seed ${seed} chooses the same`}`);

const files = new TestFiles(tests, { quick });
const reaches = await readReaches(all, { files, deadline });
const trials = chosen.map((mutant) => trialOf(mutant, { files, reaches }));
const results = await tryAll(trials.filter(({ tests }) => tests.length > 0));
keepLeft(chosen.filter(({ id }) => results.get(id) !== 'killed' && results.get(id) !== 'begun'));
report(chosen, trials, results);

/** A mutant that ended the process is killed, and the others are tried in another one. */
async function tryAll(given: readonly Trial[]): Promise<Map<number, Finding['kind']>> {
  const results = new Map<number, Finding['kind']>();
  for (let left = given; left.length > 0 && Date.now() < deadline; ) {
    const found = await runSession({ sources: firstIdsOf(all), baseline: [], trials: left, quick, deadline });
    for (const finding of found) if (finding.kind !== 'reached') results.set(finding.id, finding.kind);
    // The time was over before its end.
    if (Date.now() > deadline) for (const [id, kind] of results) if (kind === 'begun') results.delete(id);
    left = left.filter(({ id }) => !results.has(id));
  }
  return results;
}

function report(tried: readonly Mutant[], of: readonly Trial[], results: ReadonlyMap<number, Finding['kind']>): void {
  const isReached = new Set(of.filter(({ tests }) => tests.length > 0).map(({ id }) => id));
  const notReached = tried.filter(({ id }) => !isReached.has(id));
  const survived = tried.filter(({ id }) => results.get(id) === 'survived');
  const explained = survived.filter(isExplained);
  const unexplained = survived.filter((each) => !isExplained(each));
  for (const [path, lines] of linesOf(notReached)) say(`not reached: ${path}: lines ${[...lines].join(', ')}`);
  for (const each of unexplained) say(`survived: ${shown(each)}`);
  const killed = results.size - survived.length;
  const untried = isReached.size - results.size;
  say(
    `${killed} killed, ${unexplained.length} survived, ${explained.length} explained, ${notReached.length} not reached, ${untried} not tried`,
  );
  if (unexplained.length + notReached.length > 0) process.exitCode = 1;
}

/** What no test reaches is shown by its lines: there may be much of it. */
function linesOf(mutants: readonly Mutant[]): Map<string, Set<number>> {
  const lines = new Map<string, Set<number>>();
  for (const { path, line } of mutants) lines.set(path, (lines.get(path) ?? new Set()).add(line));
  return lines;
}
