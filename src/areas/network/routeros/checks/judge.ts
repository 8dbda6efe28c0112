import type { Command } from '../../../../routeros/commands.ts';
import type { Row } from '../../../../routeros/exchange.ts';
import type { OnboardingFacts } from '../../nas/onboarding/facts.ts';
import { isYes, shownText } from '../values.ts';

export const CHECK_RESULTS = ['ok', 'missing', 'differs'] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];

/** One thing that the configuration of a NAS sets up, and how a router shows that it has it. */
export interface Check {
  readonly command: Command;
  /** Absent: always. */
  readonly applies?: (facts: OnboardingFacts) => boolean;
  readonly judge: (rows: readonly Row[], facts: OnboardingFacts) => CheckResult;
  /** Which values are shown of what was found. */
  readonly shows: readonly string[];
  /** Lines that put it right. */
  readonly fix: (facts: OnboardingFacts) => readonly string[];
}

/** Rows that are switched on. */
export const enabled = (rows: readonly Row[]): Row[] => rows.filter((row) => !isYes(row, 'disabled'));

/** `ok` if a row is right, `differs` if there are others, else `missing`. */
export function oneOfThem(rows: readonly Row[], isRight: (row: Row) => boolean): CheckResult {
  if (rows.some(isRight)) return 'ok';
  return rows.length === 0 ? 'missing' : 'differs';
}

/** Of a router with a hundred of them people see the first. */
const MAX_ROWS = 5;

export function foundIn(rows: readonly Row[], shows: readonly string[]): string {
  const texts = rows
    .slice(0, MAX_ROWS)
    .map((row) => shows.flatMap((name) => (row.get(name) ? [`${name}=${row.get(name)}`] : [])).join(' '));
  return shownText(texts.join('; '));
}
