import { realpath } from 'node:fs/promises';
import { ensureDataDir } from '../config/data-dir.ts';
import type { Logger } from '../config/log.ts';
import { type Account, chooseAccount } from './embedded/account.ts';
import { findBinaries } from './embedded/binaries.ts';
import { type Cluster, clusterIn, ensureCluster, readPassword } from './embedded/cluster.ts';
import { EmbeddedError } from './embedded/error.ts';
import { type Access, claim, type Ownership } from './embedded/owner.ts';
import {
  findPostmaster,
  type Launch,
  type Postmaster,
  startPostmaster,
  stopPostmaster,
} from './embedded/postmaster.ts';
import { sleep } from './embedded/process.ts';

export { EmbeddedError } from './embedded/error.ts';

/** The PostgreSQL that Lastmile brings along, running and ours alone. */
export interface EmbeddedPostgres {
  /** Address of the database `lastmile`, as the role that owns it (not a superuser). Holds the password. */
  readonly url: string;
  readonly port: number;
  /** Process number of the server. */
  readonly pid: number;
  /** The server had outlived an earlier Lastmile that was killed. */
  readonly adopted: boolean;
  /** Settles when the server is gone for good although nobody stopped it: the node had better end then. */
  readonly lost: Promise<Error>;
  /** Ends the server within half a minute at most; what was committed is safe. Repeatable. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly log: Logger;
  /** Server settings by name, for tests and benches. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Starts PostgreSQL over `dataDir/postgres`, making the cluster at the first start, or takes over the one that a killed
 * process left running. It listens on a free port of 127.0.0.1 only, and asks for a password.
 * @throws EmbeddedError with one sentence: wrong machine or account, another process at work, a server that does not start
 */
export async function startEmbedded({ dataDir, log, settings = {} }: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await ensureDataDir(dataDir);
  const cluster = clusterIn(await realpath(dataDir));
  const binaries = await findBinaries();
  const account = chooseAccount({ binaries, dataDir: cluster.dataDir, clusterDir: cluster.home });
  await ensureCluster(cluster, account, binaries);
  const password = await readPassword(cluster);
  const claimed = await startAndClaim(cluster, account, { binaries, settings, password, log });
  const embedded = handle({ ...claimed, cluster, password });
  try {
    await ensureDatabase(claimed.ownership, password);
  } catch (error) {
    await embedded.stop();
    throw error;
  }
  const { port, pid: postgresPid, adopted } = embedded;
  log.info({ port, postgresPid, adopted }, 'embedded PostgreSQL is ready');
  return embedded;
}

interface Claimed {
  readonly server: Postmaster;
  readonly ownership: Ownership;
  readonly adopted: boolean;
}

/** A server that we find may be about to end, because its own node is just stopping: then it is looked for once more. */
async function startAndClaim(cluster: Cluster, account: Account, access: Launch & Access): Promise<Claimed> {
  for (let attempt = 1; ; attempt++) {
    const found = await findPostmaster(cluster);
    const server = found ?? (await startPostmaster(cluster, account, access)) ?? (await findPostmaster(cluster));
    try {
      if (!server) throw new Error('it stopped during the takeover');
      return { server, ownership: await claim(cluster, server, access), adopted: Boolean(found) };
    } catch (error) {
      if (error instanceof EmbeddedError) throw error;
      if (attempt === ATTEMPTS) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new EmbeddedError(`The PostgreSQL in ${cluster.home} cannot be used: ${reason}.`, { cause: error });
      }
      await sleep(300);
    }
  }
}

const ATTEMPTS = 5;

/** The program works as the owner of its database, so that no statement of ours can reach files or other databases. */
async function ensureDatabase(ownership: Ownership, password: string): Promise<void> {
  const { rows } = await ownership.query(
    `SELECT (SELECT count(*) FROM pg_roles WHERE rolname = 'lastmile') AS roles,
            (SELECT count(*) FROM pg_database WHERE datname = 'lastmile') AS databases`,
  );
  // CREATEDB: a backup is tried out in a database beside.
  if (Number(rows[0]?.roles) === 0) {
    await ownership.query(`CREATE ROLE lastmile LOGIN CREATEDB PASSWORD '${password.replaceAll("'", "''")}'`);
  }
  if (Number(rows[0]?.databases) === 0) await ownership.query('CREATE DATABASE lastmile OWNER lastmile');
}

interface Parts extends Claimed {
  readonly cluster: Cluster;
  readonly password: string;
}

function handle({ cluster, server, ownership, password, adopted }: Parts): EmbeddedPostgres {
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    // The server first: as long as it runs, nobody else may think that it is free.
    const ended = stopPostmaster(cluster, server);
    await ownership.release();
    await ended;
  };
  return {
    url: `postgresql://lastmile:${password}@127.0.0.1:${server.port}/lastmile`,
    port: server.port,
    pid: server.pid,
    adopted,
    lost: ownership.lost,
    stop: () => (stopped ??= stop()),
  };
}
