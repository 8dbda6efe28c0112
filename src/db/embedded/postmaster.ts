import { spawn } from 'node:child_process';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import { EmbeddedError } from './error.ts';
import { type Postmaster, readPidFile } from './pid-file.ts';
import { freePort, hasArgument, isAlive } from './process.ts';

/** Long, since the server is not ready before crash recovery has replayed its log. */
const START_TIMEOUT_MS = 10 * 60_000;
/** A fast shutdown writes all dirty pages. If it takes longer, the next start replays the log instead. */
const FAST_SHUTDOWN_MS = 20_000;
const IMMEDIATE_SHUTDOWN_MS = 5_000;
const POLL_MS = 20;
/**
 * Errors worth a retry: the port was taken after it was chosen, or sessions of a killed server have not ended yet.
 */
const TRANSIENT = /could not bind|Address already in use|pre-existing shared memory block/i;
const RETRY_MS = 10_000;

/**
 * The server running over this cluster, once it accepts connections; undefined if there is none. Removes a pid file whose
 * process id now belongs to another program, which PostgreSQL would take for a running server.
 */
export async function findPostmaster(cluster: Cluster): Promise<Postmaster | undefined> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const file = await readPidFile(cluster);
    if (!file || !isAlive(file.pid)) return undefined;
    if (hasArgument(file.pid, cluster.data) === false) {
      await rm(join(cluster.data, 'postmaster.pid'), { force: true });
      return undefined;
    }
    if (file.status === 'ready') return { pid: file.pid, port: file.port };
    await sleep(POLL_MS);
  }
  throw new EmbeddedError(`The PostgreSQL in ${cluster.home} is running but accepts no connections.`);
}

/**
 * Starts a server in its own session, so that Ctrl-C in a terminal does not reach it. Undefined if another process has
 * started one meanwhile.
 * @throws EmbeddedError with the server's message
 */
export async function startPostmaster(
  cluster: Cluster,
  account: Account,
  launch: Launch,
): Promise<Postmaster | undefined> {
  const deadline = Date.now() + RETRY_MS;
  for (;;) {
    const started = await launchOnce(cluster, account, { ...launch, port: await freePort() });
    if (typeof started === 'object') return started;
    if (await findPostmaster(cluster)) return undefined;
    if (!TRANSIENT.test(started) || Date.now() > deadline) {
      throw new EmbeddedError(`PostgreSQL did not start: ${lastError(started)}`);
    }
    await sleep(POLL_MS);
  }
}

export interface Launch {
  readonly binaries: Binaries;
  /** Additional server settings by name. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Returns the running server, or all its output if it failed. */
async function launchOnce(
  cluster: Cluster,
  account: Account,
  { binaries, settings, port }: Launch & { port: number },
): Promise<Postmaster | string> {
  const logFile = join(cluster.home, 'start.log');
  const command = account.command(binaries.postgres, [
    '-D',
    cluster.data,
    ...flags({ ...ownSettings(port), ...settings }),
  ]);
  const log = await open(logFile, 'w', 0o600);
  const child = spawn(command.program, command.args, {
    ...command.options,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (code, signal) => resolve(`ended with ${signal ?? `code ${code}`}`));
  });
  child.unref();
  await log.close();
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const end = await Promise.race([ended, sleep(POLL_MS)]);
    if (end !== undefined) return `${await readFile(logFile, 'utf8')}\n${end}`;
    const file = await readPidFile(cluster);
    if (file?.pid === child.pid && file?.status === 'ready') return { pid: file.pid, port: file.port };
  }
  child.kill('SIGQUIT');
  return `not ready after ${START_TIMEOUT_MS / 60_000} minutes`;
}

/** Deviations from PostgreSQL's defaults: a private server, and a log limited to seven daily files. */
function ownSettings(port: number): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'on',
    log_filename: 'postgresql-%a.log',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    log_truncate_on_rotation: 'on',
  };
}

function flags(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function lastError(output: string): string {
  const lines = output.trim().split('\n');
  return (
    lines.findLast((line) => /FATAL|PANIC|ERROR/.test(line))?.replace(/^.*?(FATAL|PANIC|ERROR): */, '') ??
    lines.at(-1) ??
    ''
  );
}

/**
 * Stops the server: first a fast shutdown (ends connections, writes everything), after 20 s an immediate one, which loses
 * nothing committed but makes the next start replay the log.
 */
export async function stopPostmaster(cluster: Cluster, { pid }: Postmaster): Promise<void> {
  if (await signalAndWait(cluster, { pid, signal: 'SIGINT', timeoutMs: FAST_SHUTDOWN_MS })) return;
  if (await signalAndWait(cluster, { pid, signal: 'SIGQUIT', timeoutMs: IMMEDIATE_SHUTDOWN_MS })) return;
  await signalAndWait(cluster, { pid, signal: 'SIGKILL', timeoutMs: IMMEDIATE_SHUTDOWN_MS });
}

interface Signal {
  readonly pid: number;
  readonly signal: NodeJS.Signals;
  readonly timeoutMs: number;
}

async function signalAndWait(cluster: Cluster, { pid, signal, timeoutMs }: Signal): Promise<boolean> {
  if (!isAlive(pid) || hasArgument(pid, cluster.data) === false) return true;
  process.kill(pid, signal);
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    await sleep(POLL_MS);
    if (!isAlive(pid)) return true;
  }
  return false;
}
