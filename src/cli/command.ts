import type { ParseArgsConfig } from 'node:util';
import type { Config } from '../config/config.ts';
import type { Logger } from '../config/log.ts';

/** The environment of a command. */
export interface Terminal {
  readonly config: Config;
  /** Warnings and errors, to standard error. */
  readonly log: Logger;
  /** Writes a line to standard output. */
  say(line: string): void;
  /** Replaces the last line, on a terminal only. */
  readonly overwrite?: ((line: string) => void) | undefined;
}

export interface CommandInput {
  readonly arguments: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

export interface Command {
  /** Follows the name: `<db> <file>`. */
  readonly usage: string;
  readonly summary: string;
  /** Further lines of `help <command>`. */
  readonly details?: readonly string[];
  /** The number of arguments. */
  readonly takes: { readonly min: number; readonly max: number };
  readonly options?: NonNullable<ParseArgsConfig['options']>;
  run(terminal: Terminal, input: CommandInput): Promise<void>;
}

/** The command line is invalid. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A problem that the operator can fix, in one sentence. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
