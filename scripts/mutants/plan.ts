import { readFileSync } from 'node:fs';

/** Names the file that has the plan, for the session. */
export const PLAN = 'MUTANTS_PLAN';

/** What one session of Vitest does. */
export interface Plan {
  /** Whose mutants stand in it, and the id of the first of each. */
  readonly sources: readonly { readonly path: string; readonly firstId: number }[];
  /** No test needs a database. */
  readonly quick: boolean;
  /** They are run without a mutant, to see which mutants they reach. */
  readonly baseline: readonly string[];
  readonly trials: readonly Trial[];
  /** Milliseconds since 1970: no trial begins later. */
  readonly deadline: number;
  /** Lines of `Finding` are appended to it. */
  readonly findings: string;
}

/** A mutant, and the tests that reach it, the quickest first. */
export interface Trial {
  readonly id: number;
  readonly tests: readonly { readonly path: string; readonly ms: number; readonly calls: number }[];
}

export type Finding =
  | { readonly kind: 'reached'; readonly test: string; readonly reach: Reach }
  | { readonly kind: 'begun'; readonly id: number }
  | { readonly kind: 'killed'; readonly id: number; readonly by: string }
  | { readonly kind: 'survived'; readonly id: number };

/** What a test file did without a mutant. */
export interface Reach {
  /** What fails without a mutant proves nothing. */
  readonly hasPassed: boolean;
  readonly ms: number;
  /** How often it asked for mutants. */
  readonly calls: number;
  readonly ids: readonly number[];
}

export const readPlan = (): Plan => JSON.parse(readFileSync(process.env[PLAN] ?? '', 'utf8'));
