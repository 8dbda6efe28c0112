import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Mutant } from './mutants.ts';

const FILE = 'node_modules/.cache/mutants-left.json';

/** The same after lines above it have come or gone. */
const nameOf = ({ path, change }: Mutant): string => `${path}: ${change}`;

/** Notes what a run has not killed: what survived, and what it did not reach or try. */
export function keepLeft(mutants: readonly Mutant[]): void {
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, JSON.stringify(mutants.map(nameOf)));
}

/** Those that the last run has not killed. */
export function leftOf(all: readonly Mutant[]): Mutant[] {
  if (!existsSync(FILE)) throw new Error('there was no run before: leave out --again');
  const names = new Set<string>(JSON.parse(readFileSync(FILE, 'utf8')));
  return all.filter((each) => names.has(nameOf(each)));
}
