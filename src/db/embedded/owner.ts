import pg from 'pg';
import type { Logger } from '../../config/log.ts';
import type { Cluster } from './cluster.ts';
import { EmbeddedError } from './error.ts';
import type { Postmaster } from './postmaster.ts';
import { isAlive, sleep } from './process.ts';

/** Sessions of the database `postgres` that hold this lock own the cluster. */
const OWNER_LOCK = 72_707_370;
/** How long a killed owner's session may linger before we believe that it is alive. */
const PATIENCE_MS = 1_500;
/** How long the server may be away (a crashed session makes it restart all of them) before it counts as lost. */
const ABSENCE_MS = 30_000;

/** The exclusive claim of this process on a cluster, held as long as its connection is open. */
export interface Ownership {
  /** Settles when the server went away or the claim went to somebody else; never after `release`. */
  readonly lost: Promise<Error>;
  /** Runs one statement as superuser in the database `postgres`. */
  query(text: string): Promise<{ rows: Record<string, unknown>[] }>;
  release(): Promise<void>;
}

export interface Access {
  /** Of the superuser. */
  readonly password: string;
  readonly log: Logger;
}

/**
 * Claims the cluster. The claim is a lock on a connection, not a file: the server itself drops it the moment its holder
 * dies, however that happens, and no stale file or reused process number can fool it.
 * @throws EmbeddedError when another process owns it, or the server is not the one of this cluster
 */
export async function claim(cluster: Cluster, server: Postmaster, access: Access): Promise<Ownership> {
  let client = await connectAndLock(cluster, server, access.password);
  let released = false;
  let announce: (error: Error) => void = () => undefined;
  const lost = new Promise<Error>((resolve) => {
    announce = resolve;
  });
  const watch = (): void => {
    client.once('end', () => {
      if (!released) void regain();
    });
  };
  const regain = async (): Promise<void> => {
    access.log.warn({ postgresPid: server.pid }, 'lost the connection that owns the embedded PostgreSQL; reconnecting');
    const deadline = Date.now() + ABSENCE_MS;
    let reason: unknown;
    while (!released && Date.now() < deadline) {
      try {
        client = await connectAndLock(cluster, server, access.password);
        return watch();
      } catch (error) {
        reason = error;
        if (error instanceof EmbeddedError || !isAlive(server.pid)) break;
        await sleep(200);
      }
    }
    if (!released) announce(new EmbeddedError('Lost the embedded PostgreSQL.', { cause: reason }));
  };
  watch();
  return {
    lost,
    query: (text) => client.query(text),
    release: async () => {
      released = true;
      await client.end().catch(() => undefined);
    },
  };
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
  // Without a listener a cut connection would end the process; 'end' follows, and that is what is acted on.
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

/** The password exchange proves both sides know it; this makes sure it is not a copy of the cluster. */
async function checkIdentity(client: pg.Client, cluster: Cluster): Promise<void> {
  const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
  if (rows[0]?.data_directory === cluster.data) return;
  throw new EmbeddedError(
    `The server found for ${cluster.data} runs over ${rows[0]?.data_directory ?? 'something else'}.`,
  );
}

async function lock(client: pg.Client, cluster: Cluster): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [OWNER_LOCK]);
    if (rows[0]?.got === true) return;
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
    `Another Lastmile (process ${holder}) is using ${cluster.dataDir}: stop it first, or give this one a DATA_DIR of its own.`,
  );
}
