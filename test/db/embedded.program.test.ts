import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../src/config/log.ts';
import { isAlive } from '../../src/db/embedded/process.ts';
import { type EmbeddedPostgres, startEmbedded } from '../../src/db/embedded.ts';

const isRoot = process.getuid?.() === 0;
const program = fileURLToPath(new URL('../fixtures/embedded-node.ts', import.meta.url));

let folder: string;
let dataDir: string;
const running = new Set<ChildProcess>();
const servers: EmbeddedPostgres[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lastmile-embedded-'));
  dataDir = join(folder, 'data');
});
afterAll(async () => {
  for (const child of running) child.kill('SIGTERM');
  await Promise.all([...running].map((child) => once(child, 'exit')));
  await Promise.all(servers.map((server) => server.stop()));
  await rm(folder, { recursive: true, force: true });
});

async function start(where = dataDir): Promise<EmbeddedPostgres> {
  const server = await startEmbedded({ dataDir: where, log: createLog('silent'), settings: { fsync: 'off' } });
  servers.push(server);
  return server;
}

interface Node {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly adopted: boolean;
  readonly url: string;
  readonly problem?: string;
}

/** As another user, who may pass through the folders that this checkout lies in: they may be root's alone. */
const asUser = (uid: number): string[] => [
  'setpriv',
  `--reuid=${uid}`,
  `--regid=${uid}`,
  '--clear-groups',
  '--inh-caps=+dac_read_search',
  '--ambient-caps=+dac_read_search',
  '--securebits=+no_setuid_fixup',
];

/** Another node, as a process of its own. */
async function startNode(where = dataDir, user?: number): Promise<Node> {
  const [command = '', ...words] = [...(user === undefined ? [] : asUser(user)), process.execPath];
  const child = spawn(command, [...words, '--import', 'tsx', program, where], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  child.on('exit', () => running.delete(child));
  const [line] = await once(createInterface(child.stdout), 'line');
  return { child, ...JSON.parse(line) };
}

async function kill({ child }: Node, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

describe('the embedded PostgreSQL', () => {
  it('starts in a new folder, and keeps its data', async () => {
    const first = await start();
    await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS value');
    await first.stop();
    const second = await start();
    expect(await ask(second.url, 'SELECT value FROM kept')).toEqual([{ value: 42 }]);
    expect([first.adopted, second.adopted]).toEqual([false, false]);
    await second.stop();
    await second.stop();
    expect(isAlive(second.pid)).toBe(false);
  });

  it('is private: local connections, a password, no superuser', async () => {
    const server = await start();
    const [settings] = await ask(
      server.url,
      `SELECT current_setting('listen_addresses') AS listen, current_setting('password_encryption') AS passwords, current_setting('data_checksums') AS checksums,
              pg_encoding_to_char(encoding) AS encoding, datlocale AS locale, rolsuper AS super
       FROM pg_database, pg_roles WHERE datname = current_database() AND rolname = current_user`,
    );
    expect(settings).toEqual({
      listen: '127.0.0.1',
      passwords: 'scram-sha-256',
      checksums: 'on',
      encoding: 'UTF8',
      locale: 'C.UTF-8',
      super: false,
    });
    const stranger = new URL(server.url);
    stranger.password = 'guess';
    await expect(ask(stranger.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
    expect((await stat(join(dataDir, 'postgres', 'password'))).mode & 0o777).toBe(0o600);
    await server.stop();
  });

  it('is taken over by the next node if its own was killed', async () => {
    const killed = await startNode();
    await kill(killed, 'SIGKILL');
    expect(isAlive(killed.pid)).toBe(true);
    const next = await start();
    expect(next).toMatchObject({ adopted: true, pid: killed.pid });
    expect(await ask(next.url, 'SELECT value FROM kept')).toEqual([{ value: 42 }]);
    await next.stop();
    expect(isAlive(killed.pid)).toBe(false);
  });

  it('rejects a second node, without disturbing the first', async () => {
    const first = await startNode();
    await expect(start()).rejects.toThrow(
      `Another Lastmile (process ${first.child.pid}) is using ${dataDir}. Stop it first, or give this one its own DATA_DIR.`,
    );
    expect(await ask(first.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await kill(first, 'SIGTERM');
    expect(isAlive(first.pid)).toBe(false);
  });

  it('accepts one of two nodes that start at once in a new folder', async () => {
    const contested = join(folder, 'contested');
    const nodes = await Promise.all([startNode(contested), startNode(contested)]);
    const problems = nodes.flatMap(({ problem }) => problem ?? []);
    expect(problems).toEqual([expect.stringMatching(/^Another Lastmile \(process \d+\) is using/)]);
    await Promise.all(nodes.map((node) => kill(node, 'SIGTERM')));
    expect(await readdir(contested)).toEqual(['postgres']);
  });

  it('starts over after an interrupted first start', async () => {
    const halfway = join(folder, 'halfway');
    // Above any process number of this system.
    const left = join(halfway, 'postgres.new-99999999-abcd', 'data');
    await mkdir(left, { recursive: true });
    await writeFile(join(left, 'PG_VERSION'), '18\n');
    const server = await start(halfway);
    await server.stop();
    expect(await readdir(halfway)).toEqual(['postgres']);
  });

  it('ignores a pid file whose process id now belongs to another process', async () => {
    const file = join(dataDir, 'postgres', 'data', 'postmaster.pid');
    await writeFile(file, `${process.pid}\n${dataDir}/postgres/data\n1700000000\n5432\n\n127.0.0.1\n 0 0\nready   \n`);
    const server = await start();
    expect(server.adopted).toBe(false);
    await server.stop();
  });

  it('restarts after being killed, and its node is notified', async () => {
    const server = await start();
    await ask(server.url, 'UPDATE kept SET value = 43');
    process.kill(server.pid, 'SIGKILL');
    expect((await server.lost).message).toBe('The embedded PostgreSQL stopped.');
    const again = await start();
    expect(await ask(again.url, 'SELECT value FROM kept')).toEqual([{ value: 43 }]);
    await again.stop();
  });

  it('keeps its owner when it restarts all sessions after a crash', async () => {
    const server = await start();
    const client = new pg.Client({ connectionString: server.url });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const owner = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted";
    const [before] = await ask(server.url, owner);
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    await vi.waitFor(
      async () => {
        const [after] = await ask(server.url, owner);
        expect(after).toBeDefined();
        expect(after).not.toEqual(before);
      },
      { timeout: 60_000 },
    );
    expect(await Promise.race([server.lost, 'still ours'])).toBe('still ours');
    await server.stop();
  });

  it('survives the Ctrl-C that a terminal sends to the whole process group', async () => {
    const node = await startNode();
    process.kill(-(node.child.pid ?? 0), 'SIGINT');
    await sleep(200);
    expect(await ask(node.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await kill(node, 'SIGTERM');
  });

  it('does not touch a folder of another version or with other contents', async () => {
    const version = join(dataDir, 'postgres', 'data', 'PG_VERSION');
    const own = await readFile(version, 'utf8');
    await writeFile(version, '9\n');
    await expect(start()).rejects.toThrow(/was created by PostgreSQL 9, but this version of Lastmile uses \d+/);
    await writeFile(version, own);
    const strange = join(folder, 'strange');
    await mkdir(join(strange, 'postgres'), { recursive: true });
    await writeFile(join(strange, 'postgres', 'thesis.txt'), '');
    await expect(start(strange)).rejects.toThrow(
      'postgres contains something other than a Lastmile database. Move it away.',
    );
  });

  it.runIf(isRoot)(
    'runs under an unprivileged account for root, even below a folder that only root may enter',
    async () => {
      const closed = join(folder, 'closed');
      await mkdir(closed, { mode: 0o700 });
      const server = await start(join(closed, 'data'));
      expect((await stat(`/proc/${server.pid}`)).uid).not.toBe(0);
      expect(await ask(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      await server.stop();
    },
  );

  it.runIf(isRoot)('runs for an ordinary user, as that user', async () => {
    const home = join(folder, 'home');
    await mkdir(home);
    await chown(home, 65_534, 65_534);
    await chmod(folder, 0o711);
    const node = await startNode(join(home, 'data'), 65_534);
    expect(node.problem).toBeUndefined();
    expect((await stat(`/proc/${node.pid}`)).uid).toBe(65_534);
    await kill(node, 'SIGTERM');
    expect(isAlive(node.pid)).toBe(false);
  });

  it.runIf(isRoot)('does not run for a user who does not own it', async () => {
    await chmod(folder, 0o711);
    const owner = (await stat(join(dataDir, 'postgres'))).uid;
    await chmod(dataDir, 0o777);
    const { problem } = await startNode(dataDir, 12_345);
    expect(problem).toBe(`${dataDir}/postgres belongs to user ${owner}. Start Lastmile as that user or as root.`);
  });
});
