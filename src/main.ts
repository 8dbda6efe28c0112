import { administratorNotice } from './areas/users/first-administrator.ts';
import { type Config, ConfigError, readConfig } from './config/config.ts';
import { createLog } from './config/log.ts';
import { EmbeddedError } from './db/embedded.ts';
import { MigrationError } from './db/migrate.ts';
import { problemOf } from './db/problem.ts';
import { createDemo, FULL_SIZE, NotEmpty } from './demo/create-demo.ts';
import { noticeOf, progressOf } from './demo/notice.ts';
import { surviveRejections } from './last-resort.ts';
import { type Prepare, type RunningNode, startNode } from './node.ts';

const isDemo = orExit(() => isDemoWanted(process.argv.slice(2)));
const config = orExit(() => readConfig());
const log = createLog(config.logLevel);
let ending = false;
let exitCode = 0;

const starting = startNode(config, log, { prepare: isDemo ? makeDemo : undefined });
surviveRejections(log);
// The state of the process is unknown after it: log, stop, and let the supervisor restart.
process.on('uncaughtException', (err, origin) => {
  log.fatal({ err, origin }, 'uncaught exception');
  void starting.then(
    (node) => end(node, origin, 1),
    () => undefined,
  );
});

try {
  const node = await starting;
  // First, since a supervisor that reads that it is ready may stop it at once.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(node, signal));
  greet(config, node);
  void node.lost.then((error) => {
    log.fatal({ err: error }, 'lost the database');
    void end(node, 'database lost', 1);
  });
} catch (error) {
  explainFailure(error);
  process.exit(1);
}

function orExit<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    explainFailure(error);
    process.exit(1);
  }
}

/** @throws ConfigError for any other argument */
function isDemoWanted(words: readonly string[]): boolean {
  const unknown = words.find((word) => word !== '--demo');
  if (unknown !== undefined) throw new ConfigError([`A node takes only the argument --demo, not ${unknown}.`]);
  return words.length > 0;
}

async function makeDemo(environment: Parameters<Prepare>[0]): Promise<void> {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const created = await createDemo(environment, FULL_SIZE, progressOf(say));
  for (const line of noticeOf(created)) say(line);
}

/** Prints what the operator can fix as sentences; anything else is a defect, printed with its stack. */
function explainFailure(error: unknown): void {
  if (error instanceof ConfigError) for (const sentence of error.sentences) process.stderr.write(`${sentence}\n`);
  else if ([EmbeddedError, MigrationError, NotEmpty].some((kind) => error instanceof kind))
    process.stderr.write(`${(error as Error).message}\n`);
  else if (problemOf(error)?.kind === 'unavailable')
    process.stderr.write(`The database went away during the start (${(error as Error).message}).\n`);
  else process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}

function greet(config: Config, node: RunningNode): void {
  const { httpPort, authPort, acctPort, administrator } = node;
  const roles = Object.entries(config.roles).flatMap(([role, has]) => (has ? [role] : []));
  log.info({ roles, httpPort, authPort, acctPort }, 'the node is ready');
  if (administrator) process.stdout.write(`\n${administratorNotice(administrator, config.adminApiKey)}\n\n`);
}

async function end(node: RunningNode, why: string, code = 0): Promise<void> {
  exitCode ||= code;
  if (ending) return;
  ending = true;
  log.info({ why }, 'stopping');
  setTimeout(() => {
    log.error('shutdown took too long; exiting');
    process.exit(1);
  }, config.stopWithinMs).unref();
  try {
    await node.stop();
    log.info('stopped');
    process.exit(exitCode);
  } catch (error) {
    log.error({ err: error }, 'shutdown failed');
    process.exit(1);
  }
}
