import { realpath } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureDataDir } from '../config/data-dir.ts';
import type { Logger } from '../config/log.ts';
import { type Account, chooseAccount } from './embedded/account.ts';
import { findBinaries } from './embedded/binaries.ts';
import { type Cluster, clusterIn, ensureCluster, readPassword } from './embedded/cluster.ts';
import { EmbeddedError } from './embedded/error.ts';
import { ClusterOwner, type OwnerOptions } from './embedded/owner.ts';
import type { Postmaster } from './embedded/pid-file.ts';
import { findPostmaster, type Launch, startPostmaster, stopPostmaster } from './embedded/postmaster.ts';

export { EmbeddedError } from './embedded/error.ts';

/** The running embedded PostgreSQL, owned by this process. */
export interface EmbeddedPostgres {
  /** Connection URL of the database `lastmile`, with the password of the role that owns it (not a superuser). */
  readonly url: string;
  readonly port: number;
  /** Process id of the server. */
  readonly pid: number;
  /** Whether the server was left running by an earlier process that was killed. */
  readonly adopted: boolean;
  /** Resolves when the server is gone for good without `stop`: the node should then end. */
  readonly lost: Promise<Error>;
  /** Stops the server, within half a minute at most. Committed data is safe. May be called again. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly log: Logger;
  /** Additional server settings by name, for tests and benchmarks. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Starts PostgreSQL over `dataDir/postgres`, or takes over the server that a killed process left running. The first start
 * creates the cluster. The server listens only on a free port of 127.0.0.1 and requires a password.
 * @throws EmbeddedError with one sentence: unsupported machine or account, another owner, or a server that does not start
 */
export async function startEmbedded({ dataDir, log, settings = {} }: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await ensureDataDir(dataDir);
  const cluster = clusterIn(await realpath(dataDir));
  const binaries = await findBinaries();
  const account = chooseAccount({ binaries, dataDir: cluster.dataDir, clusterDir: cluster.home });
  await ensureCluster(cluster, account, binaries);
  const password = await readPassword(cluster);
  const owned = await startAndOwn(cluster, account, { binaries, settings, password, log });
  const embedded = handleOf({ ...owned, cluster, password });
  try {
    await ensureDatabase(owned.owner, password);
  } catch (error) {
    await embedded.stop();
    throw error;
  }
  const { port, pid: postgresPid, adopted } = embedded;
  log.info({ port, postgresPid, adopted }, 'embedded PostgreSQL is ready');
  return embedded;
}

interface OwnedServer {
  readonly server: Postmaster;
  readonly owner: ClusterOwner;
  readonly adopted: boolean;
}

/** Retries, since a server found running may be shutting down with its node. */
async function startAndOwn(cluster: Cluster, account: Account, options: Launch & OwnerOptions): Promise<OwnedServer> {
  for (let attempt = 1; ; attempt++) {
    const found = await findPostmaster(cluster);
    const server = found ?? (await startPostmaster(cluster, account, options)) ?? (await findPostmaster(cluster));
    try {
      if (!server) throw new Error('it stopped during the takeover');
      return { server, owner: await ClusterOwner.acquire(cluster, server, options), adopted: Boolean(found) };
    } catch (error) {
      if (error instanceof EmbeddedError) throw error;
      if (attempt === ATTEMPTS) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new EmbeddedError(`Cannot use the PostgreSQL in ${cluster.home}: ${reason}.`, { cause: error });
      }
      await sleep(300);
    }
  }
}

const ATTEMPTS = 5;

/** Creates a role that is no superuser for the program, so that none of its statements can reach files or other databases. */
async function ensureDatabase(owner: ClusterOwner, password: string): Promise<void> {
  const { rows } = await owner.query(
    `SELECT (SELECT count(*) FROM pg_roles WHERE rolname = 'lastmile') AS roles,
            (SELECT count(*) FROM pg_database WHERE datname = 'lastmile') AS databases`,
  );
  // CREATEDB, since a backup is verified by restoring it into a second database.
  if (Number(rows[0]?.roles) === 0) {
    await owner.query(`CREATE ROLE lastmile LOGIN CREATEDB PASSWORD '${password.replaceAll("'", "''")}'`);
  }
  // For `tenant import` and `tenant remove`, which leave the triggers alone that everybody else's writes need.
  await owner.query('GRANT SET ON PARAMETER session_replication_role TO lastmile');
  if (Number(rows[0]?.databases) === 0) await owner.query('CREATE DATABASE lastmile OWNER lastmile');
}

interface HandleParts extends OwnedServer {
  readonly cluster: Cluster;
  readonly password: string;
}

function handleOf({ cluster, server, owner, password, adopted }: HandleParts): EmbeddedPostgres {
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    // The server is signalled first: while it runs, no other process may take it for free.
    const ended = stopPostmaster(cluster, server);
    await owner.release();
    await ended;
  };
  return {
    url: `postgresql://lastmile:${password}@127.0.0.1:${server.port}/lastmile`,
    port: server.port,
    pid: server.pid,
    adopted,
    lost: owner.lost,
    stop: () => (stopped ??= stop()),
  };
}
