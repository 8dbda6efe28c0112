import { parseArgs } from 'node:util';
import { BackupError } from '../areas/backup/error.ts';
import { ConfigError } from '../config/config.ts';
import { EmbeddedError } from '../db/embedded.ts';
import { MigrationError } from '../db/migrate.ts';
import { explain } from '../rpc/explain.ts';
import { type Command, CommandError, type Given, type Terminal, UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';
import { generalHelp, helpOf } from './help.ts';

/** How a program says what came of it: done, failed, called in a wrong way. */
const DONE = 0;
const FAILED = 1;
const MISUSED = 2;

export interface Streams {
  /** Made only when a command needs it: help must not depend on the settings. */
  terminal(): Terminal;
  out(text: string): void;
  err(text: string): void;
}

/** Runs one command line. Returns the exit code. */
export async function run(words: readonly string[], streams: Streams): Promise<number> {
  try {
    if (words.length === 0 || ['help', '--help', '-h'].includes(words[0] ?? '')) {
      streams.out(words.length > 1 ? helpOf(find(words.slice(1)).name) : generalHelp());
      return DONE;
    }
    const { name, command, rest } = find(words);
    if (rest.some((word) => word === '--help' || word === '-h')) {
      streams.out(helpOf(name));
      return DONE;
    }
    await command.run(streams.terminal(), given(name, command, rest));
    return DONE;
  } catch (error) {
    streams.err(`${sentenceOf(error)}\n`);
    return error instanceof UsageError ? MISUSED : FAILED;
  }
}

/** A command's name is one word or two. */
function find(words: readonly string[]): { name: string; command: Command; rest: readonly string[] } {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command) return { name, command, rest: words.slice(length) };
  }
  throw new UsageError(`Unknown command ${words[0]}. Commands: ${Object.keys(COMMANDS).join(', ')}.`);
}

function given(name: string, { options = {}, takes, usage }: Command, args: readonly string[]): Given {
  const parsed = parse(args, options);
  const { least, most } = takes;
  if (parsed.arguments.length < least || parsed.arguments.length > most)
    throw new UsageError(`Usage: ${name} ${usage}`.trimEnd());
  return parsed;
}

function parse(args: readonly string[], options: NonNullable<Command['options']>): Given {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    return { arguments: positionals, options: values as Given['options'] };
  } catch (error) {
    // Its further lines are advice about shells.
    throw new UsageError(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  }
}

const OURS = [UsageError, CommandError, BackupError, ConfigError, EmbeddedError, MigrationError];

/** What the operator can mend is one sentence; anything else is a defect, shown whole. */
function sentenceOf(error: unknown): string {
  if (error instanceof ConfigError) return error.sentences.join('\n');
  if (error instanceof Error && OURS.some((kind) => error instanceof kind)) return error.message;
  const fault = explain(error);
  if (fault.kind !== 'internal') return `${fault.message}.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
