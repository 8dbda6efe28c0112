import type pg from 'pg';
import { Fault } from '../../core/fault.ts';
import type { Database } from '../../db/database.ts';
import { query, sql } from '../../db/sql.ts';

/** A backup keeps dead rows from being cleaned up, and reads everything there is: few at a time. */
const MAX_BACKUPS = 2;

export interface BackupConnection {
  readonly client: pg.PoolClient;
  /** Gives the place back and closes the connection. Repeatable. */
  release(): void;
}

/** Where a node hands out the connections of its backups, which are apart from the others: one may be used for hours. */
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
    throw new Fault('tooMany', `${MAX_BACKUPS} backups are being taken already; try again when one of them is done`);
  }

  /** A connection for one backup. The signal cuts it, whatever it is doing. @throws Fault of kind `tooMany` */
  async acquire(signal: AbortSignal): Promise<BackupConnection> {
    this.refuseWhenFull();
    this.#busy += 1;
    let client: pg.PoolClient | undefined;
    let ended = false;
    const end = () => {
      if (ended) return;
      ended = true;
      this.#busy -= 1;
      client?.release(true);
    };
    try {
      client = await this.#pool.connect();
      client.on('error', () => undefined); // the query that is running tells
      const [backend] = await query<{ pid: number }>(client, sql`SELECT pg_backend_pid() AS pid`);
      signal.throwIfAborted();
      signal.addEventListener('abort', () => {
        // A server that is reading, not sending, would not notice for long that nobody listens.
        if (!ended) query(this.#db.pool, sql`SELECT pg_terminate_backend(${backend?.pid})`).catch(() => undefined);
        end();
      });
      return { client, release: end };
    } catch (error) {
      end();
      throw error;
    }
  }
}

const byDatabase = new WeakMap<Database, BackupConnections>();

export function backupConnectionsOf(db: Database): BackupConnections {
  const desk = byDatabase.get(db) ?? new BackupConnections(db);
  byDatabase.set(db, desk);
  return desk;
}
