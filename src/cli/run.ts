import { parseArgs } from 'node:util';
import { BackupError } from '../areas/installation/backup/error.ts';
import { RotationError } from '../areas/installation/secrets/rotation-error.ts';
import { ConfigError } from '../config/config.ts';
import { EmbeddedError } from '../db/embedded.ts';
import { MigrationError } from '../db/migrate.ts';
import { SourceError } from '../moving/source-row.ts';
import { faultOf } from '../rpc/fault-of.ts';
import { type Command, CommandError, type CommandInput, type Terminal, UsageError } from './command.ts';
import { COMMANDS, generalHelp, helpOf } from './commands.ts';

/** Exit codes. */
const DONE = 0;
const FAILED = 1;
const MISUSED = 2;

export interface Streams {
  /** Created only for a command: help must work even with invalid settings. */
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
    await command.run(streams.terminal(), inputOf(name, command, rest));
    return DONE;
  } catch (error) {
    streams.err(`${sentenceOf(error)}\n`);
    return error instanceof UsageError ? MISUSED : FAILED;
  }
}

/** Command names have one or two words. */
function find(words: readonly string[]): { name: string; command: Command; rest: readonly string[] } {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command) return { name, command, rest: words.slice(length) };
  }
  throw new UsageError(`Unknown command ${words[0]}. Commands: ${Object.keys(COMMANDS).join(', ')}.`);
}

function inputOf(name: string, { options = {}, takes, usage }: Command, args: readonly string[]): CommandInput {
  const parsed = parse(args, options);
  const { min, max } = takes;
  if (parsed.arguments.length < min || parsed.arguments.length > max)
    throw new UsageError(`Usage: ${name} ${usage}`.trimEnd());
  return parsed;
}

function parse(args: readonly string[], options: NonNullable<Command['options']>): CommandInput {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    return { arguments: positionals, options: values as CommandInput['options'] };
  } catch (error) {
    // The other lines are advice about shells.
    throw new UsageError(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  }
}

const OPERATOR_ERRORS = [
  UsageError,
  CommandError,
  BackupError,
  RotationError,
  ConfigError,
  EmbeddedError,
  MigrationError,
  SourceError,
];

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** One sentence for what the operator can fix; anything else is a defect, shown with its stack. */
function sentenceOf(error: unknown): string {
  if (error instanceof ConfigError) return error.sentences.join('\n');
  if (error instanceof Error && OPERATOR_ERRORS.some((kind) => error instanceof kind)) return error.message;
  const fault = faultOf(error);
  if (fault.kind !== 'internal') return `${fault.fields.length > 0 ? fault.message : capitalised(fault.message)}.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
