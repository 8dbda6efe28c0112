import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { createLog } from '../../../src/config/log.ts';
import { chooseAccount } from '../../../src/db/embedded/account.ts';
import { findBinaries } from '../../../src/db/embedded/binaries.ts';
import { type Cluster, clusterIn, readPassword } from '../../../src/db/embedded/cluster.ts';
import type { Postmaster } from '../../../src/db/embedded/pid-file.ts';
import { startPostmaster, stopPostmaster } from '../../../src/db/embedded/postmaster.ts';
import { type EmbeddedPostgres, startEmbedded } from '../../../src/db/embedded.ts';
import { type Child, startChild } from '../api/child.ts';
import type { LineSettings } from './line-program.ts';

const log = createLog('warn');
const STANDBY_WITHIN_MS = 30_000;

/** A PostgreSQL and its synchronous standby, over a line that takes its time. */
export class Pair {
  readonly #folder: string;
  readonly primary: EmbeddedPostgres;
  readonly #line: Child;
  readonly #standby: Cluster;
  readonly #postmaster: Postmaster;

  private constructor(folder: string, parts: Parts) {
    this.#folder = folder;
    this.primary = parts.primary;
    this.#line = parts.line;
    this.#standby = parts.standby;
    this.#postmaster = parts.postmaster;
  }

  /** `fill` makes the database before the standby copies it. */
  static async open(roundTripMs: number, fill: (url: string) => Promise<void>): Promise<Pair> {
    const folder = await mkdtemp(join(tmpdir(), 'lastmile-commits-'));
    const [dataDir, copyDir] = [join(folder, 'primary'), join(folder, 'standby')];
    const filling = await startEmbedded({ dataDir, log });
    await fill(filling.url).finally(() => filling.stop());
    await mkdir(copyDir);
    // The package has no pg_basebackup. What has been stopped can be copied.
    await promisify(execFile)('cp', ['-a', clusterIn(dataDir).home, copyDir]);
    const primary = await startEmbedded({ dataDir, log });
    const settings: LineSettings = { port: primary.port, roundTripMs };
    const line = await startChild('../commits/line-program.ts', settings);
    const standby = clusterIn(copyDir);
    const postmaster = await startStandby(standby, new URL(line.origin).port);
    await waitForStandby(clusterIn(dataDir), primary.port);
    return new Pair(folder, { primary, line, standby, postmaster });
  }

  async stop(): Promise<void> {
    await this.primary.stop();
    await stopPostmaster(this.#standby, this.#postmaster);
    await this.#line.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

interface Parts {
  readonly primary: EmbeddedPostgres;
  readonly line: Child;
  readonly standby: Cluster;
  readonly postmaster: Postmaster;
}

async function startStandby(cluster: Cluster, port: string): Promise<Postmaster> {
  const binaries = await findBinaries();
  const account = chooseAccount({ binaries, dataDir: cluster.dataDir, clusterDir: cluster.home });
  await writeFile(join(cluster.data, 'standby.signal'), '');
  const primary = `host=127.0.0.1 port=${port} user=postgres password=${await readPassword(cluster)}`;
  const started = await startPostmaster(cluster, account, { binaries, settings: { primary_conninfo: primary } });
  if (!started) throw new Error('the standby runs already');
  return started;
}

/** From here on, a commit is answered when the standby has it on disk. */
async function waitForStandby(cluster: Cluster, port: number): Promise<void> {
  const password = await readPassword(cluster);
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' });
  await client.connect();
  try {
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await client.query('SELECT pg_reload_conf()');
    for (const end = Date.now() + STANDBY_WITHIN_MS; Date.now() < end; await sleep(50)) {
      const { rowCount } = await client.query(`SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`);
      if (rowCount === 1) return;
    }
    throw new Error('the standby does not follow');
  } finally {
    await client.end();
  }
}
