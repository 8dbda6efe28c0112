import type ts from 'typescript';
import { Comparison } from './compare.ts';
import type { Notes } from './notes.ts';
import { READERS, type Read, readsOf } from './reads.ts';
import { claimOf, functionOf } from './row-type.ts';

export interface Checked {
  /** One line each. */
  readonly problems: readonly string[];
  /** The reads that assert a type and were never run, as `file: function`. */
  readonly unexercised: readonly string[];
  readonly exercised: readonly string[];
}

/** Compares the type that each read asserts with the rows that it returned. */
export function checkReads(program: ts.Program, files: readonly string[], notes: Notes): Checked {
  const checked = { problems: [] as string[], unexercised: [] as string[], exercised: [] as string[] };
  const checker = program.getTypeChecker();
  for (const file of files) {
    const source = program.getSourceFile(file);
    if (!source) throw new Error(`the program has no ${file}`);
    for (const read of readsOf(source, file)) checkRead(checker, { file, read, notes }, checked);
  }
  return checked;
}

/** The reads that no test ran and that the list does not excuse. */
export function unlistedReads(unexercised: readonly string[], listed: readonly string[]): string[] {
  const unlisted = new Set(unexercised.filter((name) => !listed.includes(name)));
  return [...unlisted].map((name) => `${name} reads rows in no test: add one, or give the reason in ${LIST}`);
}

/** What the list need not have, unless the read depends on chance: so it is no problem. */
export const needlessEntries = (unexercised: readonly string[], listed: readonly string[]): string[] =>
  listed
    .filter((name) => !unexercised.includes(name))
    .map((name) => `${name} was read in a test: ${LIST} need not have it`);

const LIST = 'scripts/rows/unexercised.ts';

interface Checking {
  readonly file: string;
  readonly read: Read;
  readonly notes: Notes;
}

type Found = Record<keyof Checked, string[]>;

function checkRead(checker: ts.TypeChecker, { file, read: { id, call }, notes }: Checking, found: Found): void {
  const claim = claimOf(checker, call);
  if (claim === 'nothing') return;
  if (claim === 'of the caller') {
    if (!isInReader(call, file)) found.problems.push(`${id} ${UNKNOWN_READER}`);
    return;
  }
  const shape = notes[id];
  found[shape ? 'exercised' : 'unexercised'].push(`${file}: ${functionOf(call)}`);
  const comparison = new Comparison(checker);
  comparison.compareRows(claim.type, shape ?? { kinds: [] });
  found.problems.push(...comparison.problems.map((problem) => `${id} ${problem}`));
}

const UNKNOWN_READER = 'the row has the type of a parameter: name its function in scripts/rows/reads.ts';

const isInReader = (call: ts.CallExpression, file: string): boolean =>
  READERS.some(({ name, files }) => files.includes(file) && name === functionOf(call));
