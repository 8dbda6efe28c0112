import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ClusterError } from './failure.ts';
import { rolesOf } from './roles.ts';

/** Commands for a running cluster, with the arguments that they take. */
export const COMMANDS = {
  status: '',
  env: '',
  switchover: '[<member>]',
  kill: '<part>',
  freeze: '<part>',
  thaw: '<part>',
  cut: '<node>',
  join: '<node>',
  start: '<part>',
  restart: '<part>',
  backup: '',
  restore: '<moment>',
  stop: '',
} as const;

export type CommandName = keyof typeof COMMANDS;

export interface Options {
  /** Undefined: start a cluster. */
  readonly command: CommandName | undefined;
  readonly argument: string | undefined;
  /** Undefined: a folder for this user in the folder of temporary files, removed when the cluster ends. */
  readonly dir: string | undefined;
  readonly basePort: number | undefined;
  /** What each node does. Undefined: three nodes that do everything. */
  readonly roles: readonly string[] | undefined;
  /** Install the Debian packages that are missing. */
  readonly install: boolean;
  readonly help: boolean;
}

export const USAGE = `npm run cluster -- [--dir <folder>] [--base-port <n>] [--roles <roles>] [--install]   starts a cluster, until Ctrl-C
npm run cluster -- <command> [--dir <folder>]                                          to the running cluster:

  status                what runs, who is primary, what each node says of itself
  env                   how to reach the database, for npm run cli: eval "$(npm run --silent cluster -- env)"
  switchover [<member>] make another member primary, as planned
  kill <part>           end it at once, as a power cut would (a member with its PostgreSQL)
  freeze <part>         stop it without closing anything, as a machine that hangs
  thaw <part>           let it go on
  cut <node>            cut the node off from the database, silently
  join <node>           end that
  start <part>          start again what was killed
  restart <part>        stop it properly, and start it again: after \`git pull && npm ci\`, one node after the other
  backup                save the database with pgBackRest
  restore <moment>      bring the database back to a moment after the first backup, such as '2026-11-22 21:00:00+00'
  stop                  stop the cluster, as Ctrl-C does

Parts are etcd, postgres1 to postgres3 (or primary), haproxy, node1 to node3 (or as many as --roles says) and freeradius.

--roles says what each node does: 'api radius radius jobs jobs' starts five. HAProxy and FreeRADIUS know the first three.
`;

/** @throws ClusterError that says what is wrong */
export function readArguments(words: readonly string[]): Options {
  const { values, positionals } = parsed(words);
  const [command, argument, ...more] = positionals;
  if (command !== undefined && !isCommand(command)) {
    throw new ClusterError(`There is no command ${command}; the commands are ${Object.keys(COMMANDS).join(', ')}.`);
  }
  checkArgument(command, argument, more);
  return {
    command,
    argument,
    dir: values.dir === undefined ? undefined : resolve(values.dir),
    basePort: basePortOf(values['base-port']),
    roles: values.roles === undefined ? undefined : rolesOf(values.roles),
    install: values.install ?? false,
    help: values.help ?? false,
  };
}

function parsed(words: readonly string[]) {
  const options = {
    dir: { type: 'string' },
    'base-port': { type: 'string' },
    roles: { type: 'string' },
    install: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw new ClusterError(`${error instanceof Error ? error.message : error}.`);
  }
}

const isCommand = (word: string): word is CommandName => Object.hasOwn(COMMANDS, word);

function checkArgument(command: CommandName | undefined, argument: string | undefined, more: readonly string[]): void {
  if (command === undefined) return;
  const takes = COMMANDS[command];
  const usage = `npm run cluster -- ${command} ${takes}`.trim();
  if (takes === '' && argument !== undefined) throw new ClusterError(`${command} takes no argument: ${usage}`);
  if (takes.startsWith('<') && argument === undefined) throw new ClusterError(`${command} needs an argument: ${usage}`);
  if (more.length > 0) throw new ClusterError(`${command} takes one argument: ${usage}`);
}

function basePortOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1024 && port <= 65_000) return port;
  throw new ClusterError('--base-port must be a port number from 1024 to 65000.');
}
