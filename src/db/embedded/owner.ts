import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../../config/log.ts';
import type { Cluster } from './cluster.ts';
import { EmbeddedError } from './error.ts';
import type { Postmaster } from './pid-file.ts';
import { isAlive } from './process.ts';

/** A session of the database `postgres` that holds this advisory lock owns the cluster. */
const OWNER_LOCK = 72_707_370;
/** How long the session of a killed owner may linger; after that its owner counts as alive. */
const LOCK_WAIT_MS = 1_500;
/** How long the server may be down (it restarts all sessions after one crashes) before it counts as lost. */
const MAX_DOWNTIME_MS = 30_000;

export interface OwnerOptions {
  /** Of the superuser. */
  readonly password: string;
  readonly log: Logger;
}

/**
 * This process's exclusive ownership of a cluster: an advisory lock on an open connection. Unlike a lock file, the server
 * releases it the moment its holder dies, and no stale file or reused process id can mislead.
 */
export class ClusterOwner {
  readonly #cluster: Cluster;
  readonly #server: Postmaster;
  readonly #options: OwnerOptions;
  /** Resolves when the server is gone or another process owns the cluster; never after `release`. */
  readonly lost: Promise<Error>;
  #announceLoss: (error: Error) => void = () => undefined;
  #client: pg.Client;
  #isReleased = false;

  private constructor(cluster: Cluster, server: Postmaster, options: OwnerOptions, client: pg.Client) {
    this.#cluster = cluster;
    this.#server = server;
    this.#options = options;
    this.#client = client;
    this.lost = new Promise((resolve) => {
      this.#announceLoss = resolve;
    });
    this.#watch();
  }

  /** @throws EmbeddedError when another process owns the cluster, or the server belongs to another cluster */
  static async acquire(cluster: Cluster, server: Postmaster, options: OwnerOptions): Promise<ClusterOwner> {
    const client = await connectAndLock(cluster, server, options.password);
    return new ClusterOwner(cluster, server, options, client);
  }

  /** Runs one statement as superuser in the database `postgres`. */
  query(text: string): Promise<{ rows: Record<string, unknown>[] }> {
    return this.#client.query(text);
  }

  async release(): Promise<void> {
    this.#isReleased = true;
    await this.#client.end().catch(() => undefined);
  }

  #watch(): void {
    this.#client.once('end', () => {
      if (!this.#isReleased) void this.#reconnect();
    });
  }

  async #reconnect(): Promise<void> {
    const { pid } = this.#server;
    const { log, password } = this.#options;
    log.warn({ postgresPid: pid }, 'lost the connection that owns the embedded PostgreSQL; reconnecting');
    const deadline = Date.now() + MAX_DOWNTIME_MS;
    let cause: unknown;
    while (!this.#isReleased && Date.now() < deadline) {
      try {
        this.#client = await connectAndLock(this.#cluster, this.#server, password);
        return this.#watch();
      } catch (error) {
        cause = error;
        if (error instanceof EmbeddedError || !isAlive(pid)) break;
        await sleep(200);
      }
    }
    if (!this.#isReleased) this.#announceLoss(new EmbeddedError('The embedded PostgreSQL stopped.', { cause }));
  }
}

async function connectAndLock(cluster: Cluster, server: Postmaster, password: string): Promise<pg.Client> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: server.port,
    user: 'postgres',
    database: 'postgres',
    password,
    application_name: `lastmile owner ${process.pid}`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // Without a listener a lost connection would end the process. The 'end' event follows and is handled.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await checkIdentity(client, cluster);
    await lock(client, cluster);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/** The password is right, but it could be a copy of the cluster. */
async function checkIdentity(client: pg.Client, cluster: Cluster): Promise<void> {
  const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
  if (rows[0]?.data_directory === cluster.data) return;
  throw new EmbeddedError(
    `The PostgreSQL found for ${cluster.data} uses another folder, ${rows[0]?.data_directory ?? 'which it does not name'}.`,
  );
}

async function lock(client: pg.Client, cluster: Cluster): Promise<void> {
  const deadline = Date.now() + LOCK_WAIT_MS;
  for (;;) {
    const { rows } = await client.query<{ ok: boolean }>('SELECT pg_try_advisory_lock($1) AS ok', [OWNER_LOCK]);
    if (rows[0]?.ok === true) return;
    if (Date.now() > deadline) break;
    await sleep(100);
  }
  const { rows } = await client.query<{ name: string }>(
    `SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.objid = $1 AND l.granted`,
    [OWNER_LOCK],
  );
  const holder = /\d+$/.exec(rows[0]?.name ?? '')?.[0] ?? 'unknown';
  throw new EmbeddedError(
    `Another Lastmile (process ${holder}) is using ${cluster.dataDir}. Stop it first, or give this one its own DATA_DIR.`,
  );
}
