import type pg from 'pg';
import { Fault } from '../../../core/fault.ts';
import type { Database } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';

/** A backup holds back vacuum and reads the whole database, so only a few may run at once. */
const MAX_BACKUPS = 2;

export interface BackupConnection {
  readonly client: pg.PoolClient;
  /** Closes the connection and frees its slot. Idempotent. */
  release(): void;
}

/** The connections of a node's backups. They have a pool of their own, since a backup may use one for hours. */
class BackupConnections {
  readonly #db: Database;
  readonly #pool: pg.Pool;
  #busy = 0;

  constructor(db: Database) {
    this.#db = db;
    this.#pool = db.openPool({ name: 'backup', max: MAX_BACKUPS, statementTimeoutMs: 0 });
  }

  refuseWhenFull(): void {
    if (this.#busy < MAX_BACKUPS) return;
    throw new Fault('tooMany', `${MAX_BACKUPS} backups are already running; try again when one has finished`);
  }

  /** A connection for one backup; the signal terminates it. @throws Fault of kind `tooMany` */
  async acquire(signal: AbortSignal): Promise<BackupConnection> {
    this.refuseWhenFull();
    this.#busy += 1;
    let client: pg.PoolClient | undefined;
    let released = false;
    const release = () => {
      if (released) return;
      released = true;
      this.#busy -= 1;
      client?.release(true);
    };
    try {
      client = await this.#pool.connect();
      client.on('error', () => undefined); // the running query fails with it
      const [backend] = await query<{ pid: number }>(client, sql`SELECT pg_backend_pid() AS pid`);
      signal.throwIfAborted();
      signal.addEventListener('abort', () => {
        // A server process that reads and does not send would take long to notice a closed connection.
        if (!released) query(this.#db.pool, sql`SELECT pg_terminate_backend(${backend?.pid})`).catch(() => undefined);
        release();
      });
      return { client, release };
    } catch (error) {
      release();
      throw error;
    }
  }
}

const byDatabase = new WeakMap<Database, BackupConnections>();

export function backupConnectionsOf(db: Database): BackupConnections {
  const connections = byDatabase.get(db) ?? new BackupConnections(db);
  byDatabase.set(db, connections);
  return connections;
}
