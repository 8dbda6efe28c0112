import type pg from 'pg';
import type { Logger } from '../config/log.ts';
import { createPool } from './connection.ts';
import { ConnectionWatchdog } from './connection-watchdog.ts';
import { serversAt } from './probe-server.ts';
import { Standby } from './standby.ts';

interface HistoryOptions {
  /** The standby; without one, the primary is read. */
  readonly readUrl: string | undefined;
  readonly primary: pg.Pool;
  readonly connections: number;
  readonly settings: string;
  readonly log: Logger;
}

interface History {
  read: Standby['read'];
  /** Null without a standby. */
  lagMs(): number | null;
  end(): Promise<void>;
}

/** Opens what reads that may be some seconds old use. */
export function openHistory({ readUrl, primary, connections, settings, log }: HistoryOptions): History {
  if (readUrl === undefined) return { read: (work) => work(primary), lagMs: () => null, end: async () => undefined };
  const servers = serversAt(readUrl, log);
  // Of its own: it asks the standby about its statements.
  const watchdog = new ConnectionWatchdog(servers, log);
  const pool = createPool(servers, { name: 'history', max: connections, settings }, log);
  pool.on('connect', (client) => watchdog.add(client));
  const standby = new Standby({ primary, standby: pool, log });
  standby.start();
  const end = async () => {
    standby.stop();
    watchdog.close();
    await pool.end();
  };
  return { read: (work) => standby.read(work), lagMs: () => standby.lagMs, end };
}
