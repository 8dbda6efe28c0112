import { readFileSync } from 'node:fs';
import { EXPLAINED } from './explained.ts';
import { type Site, sitesOf } from './sites.ts';

export interface Mutant extends Site {
  readonly id: number;
  readonly path: string;
  /** Which one of its file. */
  readonly index: number;
}

/** All mutants of some files, numbered from 1. */
export function mutantsOf(paths: readonly string[]): Mutant[] {
  const all: Mutant[] = [];
  for (const path of paths)
    for (const [index, site] of sitesOf(path, readFileSync(path, 'utf8')).entries())
      all.push({ ...site, path, index, id: all.length + 1 });
  return all;
}

/** So many of them, always the same for a seed. */
export function sampleOf(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  const chosen = [...mutants];
  let state = seed;
  for (let at = 0; at < Math.min(count, chosen.length); at += 1) {
    // A linear congruential generator (Numerical Recipes).
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = at + Math.floor((state / 2 ** 32) * (chosen.length - at));
    [chosen[at], chosen[other]] = [chosen[other] as Mutant, chosen[at] as Mutant];
  }
  return chosen.slice(0, count).sort((a, b) => a.id - b.id);
}

export const shown = ({ path, line, change }: Mutant): string => `${path}:${line}: ${change}`;

export const isExplained = ({ path, change }: Mutant): boolean =>
  EXPLAINED.some((each) => path.startsWith(each.path) && each.change.test(change));
