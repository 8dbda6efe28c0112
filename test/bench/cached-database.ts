import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createLog } from '../../src/config/log.ts';
import { createPool } from '../../src/db/connection.ts';
import { startEmbedded } from '../../src/db/embedded.ts';
import { MigrationError, migrate } from '../../src/db/migrate.ts';
import { mayBulkLoad } from '../fixtures/bulk-load.ts';
import { databaseUrl, onServer } from '../fixtures/postgres.ts';
import { fill, type Size } from './dataset.ts';

/** Filled databases outlive a run: the large one takes minutes to make. Remove the folder to be rid of them. */
export const CACHE = join(tmpdir(), 'lastmile-bench');

/** A cache may be lost in a power cut; the checkpoints of a load must not run into the measurements. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', max_wal_size: '8GB', shared_buffers: '256MB' };

const log = createLog('warn');

export interface Warehouse {
  /** Address of a database with that much in it, made now if there is none. */
  database(size: Size): Promise<string>;
  stop(): Promise<void>;
}

export async function openWarehouse(say: (line: string) => void): Promise<Warehouse> {
  await mkdir(CACHE, { recursive: true });
  const server = await startEmbedded({ dataDir: CACHE, log, settings: SETTINGS });
  await mayBulkLoad(server.url);
  await sweep(server.url);

  async function database(size: Size): Promise<string> {
    const name = await nameOf(size);
    const url = databaseUrl(server.url, name);
    if ((await namesLike(server.url, 'bench\\_%')).includes(name) && (await canMigrate(url))) return url;
    await onServer(server.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    // Under another name until it is whole, so that an interrupted load is not taken for a filled database.
    const draft = databaseUrl(server.url, `${name}_draft`);
    await onServer(server.url, `DROP DATABASE IF EXISTS ${name}_draft WITH (FORCE)`);
    await onServer(server.url, `CREATE DATABASE ${name}_draft`);
    await migrate({ url: draft, log });
    const started = Date.now();
    const pool = createPool(draft, { name: 'fill', max: 1, statementTimeoutMs: 0 }, log);
    await fill(pool, size);
    await pool.end();
    await onServer(server.url, `ALTER DATABASE ${name}_draft RENAME TO ${name}`);
    const { services, sessions } = size;
    say(`made ${services} services and ${sessions} sessions in ${Math.round((Date.now() - started) / 1000)} s`);
    return url;
  }

  return { database, stop: () => server.stop() };
}

/** False where a migration was edited meanwhile: until it has landed it may be, and nothing is lost here. */
async function canMigrate(url: string): Promise<boolean> {
  try {
    await migrate({ url, log });
    return true;
  } catch (error) {
    if (error instanceof MigrationError) return false;
    throw error;
  }
}

/** Another size or another generator is another database. */
async function nameOf({ isps, services, sessions }: Size): Promise<string> {
  return `bench_${isps}_${services}_${sessions}_${await generator()}`;
}

async function generator(): Promise<string> {
  const source = await readFile(new URL('./dataset.ts', import.meta.url), 'utf8');
  return createHash('sha256').update(source).digest('hex').slice(0, 8);
}

/** Databases of an earlier generator are of no more use. */
async function sweep(url: string): Promise<void> {
  const old = await namesLike(url, 'bench\\_%');
  const current = await generator();
  for (const name of old) if (!name.endsWith(current)) await onServer(url, `DROP DATABASE ${name} WITH (FORCE)`);
}

async function namesLike(url: string, pattern: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_database WHERE datname LIKE $1', [
    pattern,
  ]);
  await client.end();
  return rows.map(({ datname }) => datname);
}
