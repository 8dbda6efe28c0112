import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The peer keeps its PostgreSQL and its configuration here; its accounts must be able to reach the folder. */
const STATE = '/tmp/lastmile-bench-radius';
/** FreeRADIUS is fastest with this number on two cores, by a fifth over its default of 32. */
const THREADS = '8';

export const PEER_PORTS = { auth: 11_812, acct: 11_813 } as const;
export const SECRET = 'testing123';

/** Process ids by name, for the CPU split. */
export type Pids = Readonly<Record<string, number>>;

/**
 * A folder with `radload`, a load generator, and `freeradius-baseline`, which sets up FreeRADIUS with rlm_sql over a
 * PostgreSQL with its default settings and 100,000 users: the peer, and the database that both servers use.
 */
export class Tools {
  readonly radload: string;
  readonly #baseline: string;

  constructor(folder: string) {
    this.radload = join(folder, 'radload/radload');
    this.#baseline = join(folder, 'freeradius-baseline/baseline');
  }

  /** Builds `radload`. @throws when the folder does not hold it */
  async makeLoad(): Promise<void> {
    await run('make', ['-s', '-C', dirname(this.radload), 'radload']);
  }

  /** @throws when the folder does not hold them */
  async create(): Promise<void> {
    await access(this.#baseline);
    await this.makeLoad();
    await this.#call('purge');
    await this.#call('create');
  }

  /** FreeRADIUS in one of the baseline's variants. */
  async startPeer(variant: string): Promise<void> {
    await this.#call('start', variant);
  }

  stopPeer(): Promise<string> {
    return this.#call('stop');
  }

  /** Stops the peer and removes the database. */
  purge(): Promise<string> {
    return this.#call('purge');
  }

  async peerPids(): Promise<Pids> {
    const words = (await this.#call('pids')).trim().split(' ');
    const pids = words.map((word) => word.split('=') as [string, string]);
    return Object.fromEntries(pids.filter(([, pid]) => pid !== '').map(([name, pid]) => [name, Number(pid)]));
  }

  /** Statements in the peer's database. */
  psql(...statements: string[]): Promise<string> {
    return this.#call('psql', ...statements.flatMap((statement) => ['-c', statement]));
  }

  /** A fresh database next to the peer's, on the same server. */
  async database(name: string): Promise<string> {
    const admin = (statement: string) => this.#call('psql', '-U', 'postgres', '-d', 'postgres', '-c', statement);
    await admin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin(`CREATE DATABASE ${name} OWNER radius`);
    const socket = encodeURIComponent(join(STATE, 'pg-socket'));
    return `postgresql://radius:radius@localhost:25432/${name}?host=${socket}`;
  }

  /** So that neither side pays for the other's writes. */
  async checkpoint(): Promise<void> {
    await this.#call('psql', '-U', 'postgres', '-c', 'CHECKPOINT');
  }

  async #call(...command: string[]): Promise<string> {
    const env = { ...process.env, BASELINE_STATE: STATE, BASELINE_THREADS: THREADS };
    const { stdout } = await run(this.#baseline, command, { env });
    return stdout;
  }
}
