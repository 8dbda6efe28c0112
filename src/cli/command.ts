import type { ParseArgsConfig } from 'node:util';
import type { Config } from '../config/config.ts';
import type { Logger } from '../config/log.ts';

/** What a command works with. */
export interface Terminal {
  readonly config: Config;
  /** Troubles on the way, to standard error. */
  readonly log: Logger;
  /** A line for the operator, to standard output. */
  say(line: string): void;
}

export interface Given {
  readonly arguments: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

export interface Command {
  /** Behind the name: `<db> <file>`. */
  readonly usage: string;
  readonly summary: string;
  /** More for `help <command>`; a line each. */
  readonly details?: readonly string[];
  /** How many arguments it takes. */
  readonly takes: { readonly least: number; readonly most: number };
  readonly options?: NonNullable<ParseArgsConfig['options']>;
  run(terminal: Terminal, given: Given): Promise<void>;
}

/** The command was not called as it wants to be. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What the operator can mend, in one sentence. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
