import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createLog } from '../../../src/config/log.ts';
import { createPool } from '../../../src/db/connection.ts';
import { type EmbeddedPostgres, startEmbedded } from '../../../src/db/embedded.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { problemOf } from '../../../src/db/problem.ts';
import { databaseUrl } from '../../fixtures/postgres.ts';
import { CACHE } from '../cached-database.ts';
import type { Size } from '../dataset.ts';
import { prepare } from './prepared.ts';

const MIGRATIONS = new URL('../../../prisma/migrations/', import.meta.url);
const EDITIONS = new URL('../../../prisma/editions.txt', import.meta.url);
const SOURCES = ['../dataset.ts', './prepared.ts', '../day/prepared-day.ts'].map(
  (path) => new URL(path, import.meta.url),
);

const MAX_DROPS = 40;

const log = createLog('warn');

interface Kind {
  /** In the cache, of a server of its own. */
  readonly folder: string;
  /** Fills an empty, migrated database. */
  readonly fill: (pool: pg.Pool, size: Size) => Promise<void>;
  /** Of the server, by name. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * A PostgreSQL with its default settings unless others are given, unlike the one of the lists: a commit that waits for no disk would hide half of
 * what a change costs. Prepared databases outlive a run; their copies do not.
 */
export class Databases {
  readonly server: EmbeddedPostgres;
  /** For statements about the server; connected to none of the databases. */
  readonly admin: pg.Pool;
  readonly #suffix: string;
  readonly #fill: Kind['fill'];

  private constructor(server: EmbeddedPostgres, suffix: string, fill: Kind['fill']) {
    this.server = server;
    this.#fill = fill;
    this.#suffix = suffix;
    this.admin = new pg.Pool({ connectionString: server.url, max: 2 });
    // A server that stops may be faster than the end of its connections.
    this.admin.on('error', () => undefined);
  }

  static async open({ folder, fill, settings = {} }: Kind = { folder: 'changes', fill: prepare }): Promise<Databases> {
    const server = await startEmbedded({ dataDir: join(CACHE, folder), log, settings });
    const databases = new Databases(server, await fingerprint(), fill);
    await databases.#sweep();
    return databases;
  }

  /** Name of a prepared database of that size, made now if there is none. */
  async prepared(size: Size, say: (line: string) => void): Promise<string> {
    const name = `changes_${size.services}_${size.isps}_${this.#suffix}`;
    const { rowCount } = await this.admin.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount) return name;
    const started = Date.now();
    await this.drop('draft');
    await this.admin.query('CREATE DATABASE draft');
    await migrate({ url: this.url('draft'), log });
    await this.using('draft', (pool) => this.#fill(pool, size));
    await this.admin.query(`ALTER DATABASE draft RENAME TO ${name}`);
    const seconds = Math.round((Date.now() - started) / 1000);
    say(`made ${size.services} services of ${size.isps} ISPs in ${seconds} s`);
    return name;
  }

  /** Copies the files, which also makes a checkpoint: a measurement begins with none due. */
  async copy(from: string, to: string): Promise<string> {
    await this.drop(to);
    await this.admin.query(`CREATE DATABASE ${to} TEMPLATE ${from} STRATEGY file_copy`);
    return this.url(to);
  }

  /** Again while autovacuum is there: it belongs to the server and cannot be ended, but is soon done. */
  async drop(name: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
        return;
      } catch (error) {
        if (problemOf(error)?.code !== '42501' || attempt === MAX_DROPS) throw error;
        await sleep(250);
      }
    }
  }

  /** Closes its connection afterwards: a database that has one cannot be copied. */
  async using<T>(name: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
    const pool = createPool(this.url(name), { name: 'bench', max: 1, statementTimeoutMs: 0 }, log);
    try {
      return await work(pool);
    } finally {
      await pool.end();
    }
  }

  url(name: string): string {
    return databaseUrl(this.server.url, name);
  }

  async stop(): Promise<void> {
    await this.admin.end();
    await this.server.stop();
  }

  /** Databases of an earlier month, schema or generator are of no more use. */
  async #sweep(): Promise<void> {
    const { rows } = await this.admin.query<{ name: string }>(
      `SELECT datname AS name FROM pg_database WHERE datname LIKE 'changes\\_%'`,
    );
    for (const { name } of rows) if (!name.endsWith(this.#suffix)) await this.drop(name);
  }
}

/** The periods of a prepared database are those of the month in which it was made. */
async function fingerprint(): Promise<string> {
  const folders = (await readdir(MIGRATIONS, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const migrations = folders.map(({ name }) => new URL(`${name}/migration.sql`, MIGRATIONS)).sort();
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 7));
  for (const file of [...SOURCES, EDITIONS, ...migrations]) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 8);
}
