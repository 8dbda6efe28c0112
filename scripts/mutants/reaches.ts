import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Mutant } from './mutants.ts';
import type { Reach, Trial } from './plan.ts';
import { runSession } from './run-session.ts';
import type { TestFiles } from './tests-of.ts';

/** What a test file reached, kept until the test file or what it imports changes. */
interface Kept {
  readonly state: string;
  /** The files that had their mutants in them. */
  readonly sources: readonly string[];
  readonly ms: number;
  readonly calls: number;
  /** Which mutants of each file. */
  readonly reached: Readonly<Record<string, readonly number[]>>;
}

const CACHE = 'node_modules/.cache/mutants.json';

/**
 * Runs without mutants the test files about these sources, unless it is known what they reach.
 * @param all all mutants of the files
 */
export async function readReaches(
  all: readonly Mutant[],
  { files, deadline }: { readonly files: TestFiles; readonly deadline: number },
): Promise<Map<string, Kept>> {
  const cache: Record<string, Kept> = existsSync(CACHE) ? JSON.parse(readFileSync(CACHE, 'utf8')) : {};
  const sources = [...new Set(all.map(({ path }) => path))];
  const tests = [...new Set(sources.flatMap((source) => files.about(source)))].sort();
  const isKnown = (test: string) =>
    cache[test]?.state === files.stateOf(test) &&
    sources.every((source) => !files.reaches(test, source) || cache[test]?.sources.includes(source));
  const unknown = tests.filter((test) => !isKnown(test));
  for (const [test, reach] of await reachesOf(unknown, all, { quick: files.quick, deadline })) {
    const { ms, calls } = reach;
    cache[test] = { state: files.stateOf(test), sources, ms, calls, reached: byPath(reach.ids, all) };
  }
  mkdirSync(dirname(CACHE), { recursive: true });
  writeFileSync(CACHE, JSON.stringify(cache));
  return new Map(tests.flatMap((test) => (cache[test] ? [[test, cache[test]]] : [])));
}

async function reachesOf(
  tests: readonly string[],
  all: readonly Mutant[],
  { quick, deadline }: { readonly quick: boolean; readonly deadline: number },
) {
  if (tests.length === 0) return [];
  const found = await runSession({ sources: firstIdsOf(all), baseline: tests, trials: [], quick, deadline });
  return found.flatMap((finding): [string, Reach][] => {
    if (finding.kind !== 'reached') return [];
    if (!finding.reach.hasPassed) throw new Error(`${finding.test} fails without any mutant`);
    return [[finding.test, finding.reach]];
  });
}

function byPath(ids: readonly number[], all: readonly Mutant[]): Record<string, number[]> {
  const reached: Record<string, number[]> = {};
  for (const id of ids) {
    const mutant = all[id - 1];
    if (mutant) reached[mutant.path] = [...(reached[mutant.path] ?? []), mutant.index];
  }
  return reached;
}

/** @param all all mutants of the files, in the order of their ids */
export function firstIdsOf(all: readonly Mutant[]): { path: string; firstId: number }[] {
  return all.filter(({ index }) => index === 0).map(({ path, id }) => ({ path, firstId: id }));
}

/** How to try a mutant. When a module is loaded, it is only the first test that reaches what stands in it. */
export function trialOf(
  { id, path, index, isStatic }: Mutant,
  { files, reaches }: { readonly files: TestFiles; readonly reaches: ReadonlyMap<string, Kept> },
): Trial {
  const about = new Set(files.about(path));
  const tests = [...reaches]
    .filter(([test, { reached }]) => about.has(test) && (isStatic || reached[path]?.includes(index)))
    .map(([test, { ms, calls }]) => ({ path: test, ms, calls }));
  return { id, tests: tests.sort((a, b) => a.ms - b.ms) };
}
