import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { Installation } from './support/installation.ts';
import { OwnDatabase } from './support/own-database.ts';
import { freePort } from './support/ports.ts';
import { Running } from './support/process.ts';
import { pathOf } from './support/programs.ts';

let database: OwnDatabase;
let site: Installation;
const poolers: Running[] = [];

beforeAll(async () => {
  database = await OwnDatabase.make();
  site = await Installation.make();
});
afterAll(async () => {
  for (const pooler of poolers) await pooler.stop();
  await site?.remove();
  await database?.stop();
});

/** Starts PgBouncer before the database. Returns the address through it. */
async function startPooler(settings: string): Promise<string> {
  const folder = await mkdtemp(join(inject('peersFolder'), 'pgbouncer-'));
  await chmod(folder, 0o711);
  const port = await freePort();
  const { hostname, port: upstream, username, password, pathname } = new URL(database.url);
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${upstream} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
auth_type = any
unix_socket_dir =
${settings}`,
  );
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : []; // it refuses to run as root
  const pooler = new Running(pathOf('pgbouncer'), [...asNobody, join(folder, 'pgbouncer.ini')], {
    cwd: folder,
    env: {},
  });
  poolers.push(pooler);
  for (let tries = 0; !(await listens(port)); tries++) {
    if (pooler.outcome || tries > 200) throw new Error(`PgBouncer did not start: ${pooler.stdout}${pooler.stderr}`);
    await sleep(50);
  }
  return `postgresql://${username}@127.0.0.1:${port}${pathname}`;
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

it.each([
  ['by default', ''],
  ['in session mode, told to drop settings', 'pool_mode = session\nignore_startup_parameters = options'],
  ['in transaction mode, told to drop settings', 'pool_mode = transaction\nignore_startup_parameters = options'],
])('a node says in one sentence that it does not work through PgBouncer %s', async (_mode, settings) => {
  const running = site.launch({ DATABASE_URL: await startPooler(settings), SECRETS_KEY: '5'.repeat(64) });
  const { code, stderr } = await running.ended;
  expect(stderr).toMatch(/^DATABASE_URL: this is a connection pooler; .*\.\n$/);
  expect(code).toBe(1);
});
