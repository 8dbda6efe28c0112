import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { catalogOf } from '../../scripts/schema/catalog.ts';
import { settings } from '../../scripts/upgrade/fill.ts';
import type { KeptRelease } from '../../scripts/upgrade/kept.ts';
import { putSources } from '../../scripts/upgrade/release-schema.ts';
import { serverOf } from '../../scripts/upgrade/standing.ts';
import { restore } from '../../src/areas/installation/backup/restore/restore.ts';
import { readConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/config/log.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { type RunningNode, startNode } from '../../src/node.ts';
import { atEnd } from '../fixtures/at-end.ts';
import { emptyDatabaseUrl } from '../fixtures/database.ts';
import type { Decoded, Pair } from '../radius/fixtures/radius-package.ts';
import { until } from '../radius/fixtures/server.ts';
import { TestNas } from '../radius/fixtures/test-nas.ts';

export const ROOT = resolve(import.meta.dirname, '../..');
const log = createLog('error');

export interface Kept {
  readonly folder: string;
  readonly release: KeptRelease;
}

/** The address of a database as the release left it: tables, functions, triggers and rows. Not in a hook. */
export async function releasedDatabase({ folder }: Kept): Promise<string> {
  const url = await emptyDatabaseUrl();
  await restore([join(folder, 'data.sql.gz')], { url });
  const catalog = await catalogIn(folder);
  await withClient(url, (client) => putSources(client, catalog));
  return url;
}

export async function catalogIn(folder: string): Promise<string> {
  return gunzipSync(await readFile(join(folder, 'catalog.txt.gz'))).toString();
}

/** A copy of the present migrations with one more. */
export async function withMigration(script: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lastmile-migrations-'));
  atEnd(() => rm(folder, { recursive: true }));
  await cp(join(ROOT, 'prisma/migrations'), folder, { recursive: true });
  await mkdir(join(folder, '29991231000000_planted'));
  await writeFile(join(folder, '29991231000000_planted/migration.sql'), script);
  return folder;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

interface Parts {
  readonly kept: Kept;
  readonly catalogBefore: string;
  readonly db: Database;
  readonly node: RunningNode;
  readonly nas: TestNas;
  readonly server: number;
}

/** A node of the present program over the data of a release, at the moment of the data. It does nothing by itself. */
export class Upgraded {
  readonly kept: Kept;
  readonly release: KeptRelease;
  /** Before the present migrations, as `catalogOf` writes it. */
  readonly catalogBefore: string;
  readonly db: Database;
  /** Major version of PostgreSQL. */
  readonly server: number;
  readonly baseUrl: string;
  readonly #node: RunningNode;
  readonly #nas: TestNas;

  private constructor(parts: Parts) {
    this.kept = parts.kept;
    this.release = parts.kept.release;
    this.catalogBefore = parts.catalogBefore;
    this.db = parts.db;
    this.server = parts.server;
    this.baseUrl = `http://127.0.0.1:${parts.node.httpPort}`;
    this.#node = parts.node;
    this.#nas = parts.nas;
  }

  static async start(kept: Kept): Promise<Upgraded> {
    const { release } = kept;
    const url = await releasedDatabase(kept);
    const catalogBefore = await withClient(url, catalogOf);
    const db = await Upgraded.database(url);
    const folder = await mkdtemp(join(tmpdir(), 'lastmile-upgraded-'));
    const at = new Date(release.asOf);
    const config = readConfig({ ...settings(url), SECRETS_KEY: release.secretsKey, DATA_DIR: folder });
    const node = await startNode(config, log, { clock: { now: () => at } });
    atEnd(async () => {
      await node.stop();
      await rm(folder, { recursive: true, force: true });
    });
    const nas = await TestNas.open(release.nas, release.nas.secret);
    atEnd(() => nas.close());
    const upgraded = new Upgraded({ kept, catalogBefore, db, node, nas, server: await serverOf(db) });
    await until(async () => (await fetch(`${upgraded.baseUrl}/readyz`)).ok);
    return upgraded;
  }

  /** The database, with the present migrations or those of another folder. */
  static async database(url: string, folder?: string): Promise<Database> {
    await Upgraded.migrate(url, folder);
    const db = await openDatabase({ url, log, connections: 3 });
    atEnd(() => db.close());
    return db;
  }

  static migrate(url: string, folder?: string): Promise<string[]> {
    return migrate({ url, log: createLog('silent'), ...(folder !== undefined && { folder, retryFailed: true }) });
  }

  /** The subscriber's log-in by PAP. */
  logIn(): Promise<Decoded | null> {
    const request = this.#nas.accessRequest([...this.#line(), ['User-Password', this.release.subscriber.password]]);
    return this.#nas.ask(this.#node.authPort ?? 0, request);
  }

  /** The beginning of the subscriber's session. */
  begin(ip: string): Promise<Decoded | null> {
    const request = this.#nas.accountingRequest([
      ...this.#line(),
      ['Acct-Session-Id', 'upgraded'],
      ['Acct-Status-Type', 'Start'],
      ['Framed-IP-Address', ip],
    ]);
    return this.#nas.ask(this.#node.acctPort ?? 0, request);
  }

  #line(): Pair[] {
    const { username, mac } = this.release.subscriber;
    return [
      ['User-Name', username],
      ['Calling-Station-Id', mac],
      ['NAS-IP-Address', this.release.nas.ip],
    ];
  }
}
