import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { addressesIn } from '../../src/config/database-hosts.ts';
import { createLog } from '../../src/config/log.ts';
import { awaitDatabase } from '../../src/db/await-database.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { startEmbedded } from '../../src/db/embedded.ts';
import { query, sql } from '../../src/db/sql.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { openLine } from '../fixtures/line.ts';
import { databaseUrl, endConnections, onServer } from '../fixtures/postgres.ts';

const log = createLog('silent');
/** No server is there. */
const NOBODY = '127.0.0.1:1';

it('several hosts are the addresses of one database', () => {
  const three = 'postgresql://me:se%2Ccret@one:5432,two,[::1]:5433/isp?sslmode=require&target_session_attrs=primary';
  expect(addressesIn(three)).toEqual([
    'postgresql://me:se%2Ccret@one:5432/isp?sslmode=require',
    'postgresql://me:se%2Ccret@two/isp?sslmode=require',
    'postgresql://me:se%2Ccret@[::1]:5433/isp?sslmode=require',
  ]);
  expect(addressesIn('postgresql:///isp?host=/run')).toEqual(['postgresql:///isp?host=%2Frun']);
  expect([addressesIn('mysql://one/isp'), addressesIn('postgresql://one:x,two/isp'), addressesIn('')]).toEqual([
    null,
    null,
    null,
  ]);
});

/** Two PostgreSQL servers, each with a database of the same name and account: either may be the one that can be written to. */
async function cluster() {
  const first = new URL((await freshDatabase()).url);
  const name = first.pathname.slice(1);
  const second = new URL(first);
  second.host = new URL(await serverWith(first.username, first.password)).host;
  await onServer(databaseUrl(second.href, 'postgres'), `CREATE DATABASE ${name}`);
  const servers = [first.href, second.href].map((url) => ({
    host: new URL(url).host,
    maintenance: databaseUrl(url, 'postgres'),
  }));
  const url = first.href.replace(first.host, [NOBODY, first.host, second.host].join(','));
  const become = async (at: number, role: 'primary' | 'standby') => {
    const { maintenance = '' } = servers[at] ?? {};
    await onServer(maintenance, `ALTER DATABASE ${name} SET default_transaction_read_only = ${role === 'standby'}`);
    await endConnections(databaseUrl(maintenance, name));
  };
  return { url, ports: servers.map(({ host }) => Number(new URL(`tcp://${host}`).port)), become };
}

async function serverWith(user: string, password: string): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lastmile-second-'));
  const server = await startEmbedded({ dataDir, log });
  onTestFinished(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  expect(new URL(server.url).username).toBe(user);
  await onServer(databaseUrl(server.url, 'postgres'), `ALTER ROLE ${user} PASSWORD '${password}'`);
  return server.url;
}

async function portOf(db: Database): Promise<number | undefined> {
  const rows = await query<{ port: number }>(db.pool, sql`SELECT current_setting('port')::int AS port`).catch(() => []);
  return rows[0]?.port;
}

it('the server that can be written to is used, and after a failover the other one, notifications and all', async () => {
  const { url, ports, become } = await cluster();
  for (const at of [0, 1]) await become(at, 'standby');
  const waiting = awaitDatabase(url, log, 20);
  await become(0, 'primary');
  const db = await openDatabase({ url: await waiting, log: createLog('silent'), connections: 2 });
  onTestFinished(() => db.close());
  const heard: string[] = [];
  await db.listen('failover', (notice) => void heard.push(notice.type === 'notice' ? notice.payload : 'reset'));
  expect(await portOf(db)).toBe(ports[0]);

  await become(0, 'standby');
  await become(1, 'primary');
  await expect.poll(() => portOf(db)).toBe(ports[1]);
  await expect.poll(() => heard).toContain('reset');
  await db.ping();
  await db.pool.query("NOTIFY failover, 'at the second'");
  await expect.poll(() => heard).toContain('at the second');
});

it('a server that falls silent is left for one that answers', async () => {
  const { url } = await freshDatabase();
  const [one, other] = [await openLine(url), await openLine(url)];
  const several = one.url.replace(new URL(one.url).host, `${new URL(one.url).host},${new URL(other.url).host}`);
  const db = await openDatabase({ url: several, log: createLog('silent'), connections: 2 });
  onTestFinished(() => db.close());
  await query(db.pool, sql`SELECT 1`);
  one.silence();
  await expect.poll(() => query(db.pool, sql`SELECT 1 AS one`).catch(() => 'not yet')).toEqual([{ one: 1 }]);
  await db.ping();
});
