import { Socket } from 'node:net';
import { setImmediate as nextLoop } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../config/log.ts';
import { clientConfig } from './client-config.ts';
import type { Servers } from './servers.ts';

const CHECK_MS = 500;
/** A statement without an octet of an answer for this long makes its connection a suspect. */
const SUSPECT_AFTER_MS = 3_000;
/** The time limit for asking the server, on a new connection, which statements it is executing. */
const INQUIRY_TIMEOUT_MS = 3_000;

/** The code makes it a connection error for `problemOf`. */
class NoResponse extends Error {
  override readonly name = 'NoResponse';
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('the database does not respond');
  }
}

interface Watched {
  /** Octets received at the last check. */
  received: number;
  /** Since when a statement has been waiting without a new octet; undefined while none is. */
  waitingSince: number | undefined;
}

/** The state of a connection at the start of an inquiry. */
interface Snapshot {
  readonly client: pg.Client;
  readonly received: number;
  /** Process id of its server process. */
  readonly pid: number;
  readonly isWaiting: boolean;
  readonly isSuspect: boolean;
}

/**
 * Closes connections whose server has stopped responding without closing them: their statements then fail as on a broken
 * connection, and their users open new ones. A fixed time limit for statements would be too long for accounting or too short
 * for a backup. So when a statement has waited for some seconds, the watchdog asks the server on a new connection whether it
 * is executing it. If so, the statement may take as long as it needs. If the server does not answer or does not know the
 * statement, all connections without traffic since then are closed, idle ones included: they share the dead path, and the
 * next statement on each would only wait as well.
 */
export class ConnectionWatchdog {
  readonly #servers: Servers;
  readonly #log: Logger;
  readonly #watched = new Map<pg.Client, Watched>();
  #timer: NodeJS.Timeout | undefined;
  #isInquiring = false;

  constructor(servers: Servers, log: Logger) {
    this.#servers = servers;
    this.#log = log;
  }

  /** Watches a connection until it ends. */
  add(client: pg.Client): void {
    this.#watched.set(client, { received: octetsReceived(client), waitingSince: undefined });
    client.once('end', () => this.#watched.delete(client));
    this.#timer ??= setInterval(() => this.#check(), CHECK_MS).unref();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#watched.clear();
  }

  #check(): void {
    const now = performance.now();
    let hasSuspects = false;
    for (const [client, watched] of this.#watched) {
      const received = octetsReceived(client);
      if (received !== watched.received || !isWaiting(client)) watched.waitingSince = undefined;
      else watched.waitingSince ??= now;
      watched.received = received;
      hasSuspects ||= isSuspect(watched, now);
    }
    if (hasSuspects && !this.#isInquiring) void this.#inquire(now);
  }

  async #inquire(now: number): Promise<void> {
    this.#isInquiring = true;
    const snapshots = [...this.#watched].map(([client, watched]): Snapshot => {
      const pid = Number(Reflect.get(client, 'processID'));
      const { received } = watched;
      return { client, pid, received, isWaiting: isWaiting(client), isSuspect: isSuspect(watched, now) };
    });
    try {
      const waiting = snapshots.filter((each) => each.isWaiting).map(({ pid }) => pid);
      const executing = await executingStatements(this.#servers.url, waiting);
      await nextLoop(); // lets the event loop read what has arrived meanwhile
      this.#closeSilent(snapshots, executing);
    } finally {
      this.#isInquiring = false;
    }
  }

  #closeSilent(snapshots: readonly Snapshot[], executing: ReadonlySet<number> | 'unknown'): void {
    const silent = snapshots.filter(({ client, pid, received, isWaiting: wasWaiting }) => {
      const watched = this.#watched.get(client);
      if (!watched || octetsReceived(client) !== received) return false;
      // Its statement is being executed, or was sent only after the snapshot: wait again.
      if (executing === 'unknown' || (wasWaiting ? executing.has(pid) : isWaiting(client))) {
        watched.waitingSince = undefined;
        return false;
      }
      return true;
    });
    if (!silent.some((each) => each.isSuspect)) return;
    this.#log.warn({ connections: silent.length }, 'the database does not respond; replacing its connections');
    this.#servers.doubt();
    for (const { client } of silent) client.connection.stream.destroy(new NoResponse());
  }
}

function isSuspect({ waitingSince }: Watched, now: number): boolean {
  return waitingSince !== undefined && now - waitingSince >= SUSPECT_AFTER_MS;
}

function octetsReceived({ connection: { stream } }: pg.Client): number {
  return stream instanceof Socket ? stream.bytesRead : 0;
}

/**
 * Is a statement waiting for the server? Not if octets of its answer are unread: then it is waiting for this program. `pg`
 * keeps the active query private; its version is pinned, and a test fails if this changes.
 */
function isWaiting(client: pg.Client): boolean {
  return Boolean(Reflect.get(client, '_activeQuery')) && client.connection.stream.readableLength === 0;
}

/**
 * The server processes, among `pids`, that are executing a statement and not waiting for their client. Empty if the server
 * does not answer; `unknown` if it answers but accepts no connection, which says nothing about the existing ones.
 */
async function executingStatements(url: string, pids: readonly number[]): Promise<ReadonlySet<number> | 'unknown'> {
  const client = new pg.Client(clientConfig(url, 'inquiry'));
  client.on('error', () => undefined); // the pending call below rejects
  const deadline = setTimeout(() => client.connection.stream.destroy(new NoResponse()), INQUIRY_TIMEOUT_MS);
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE pid = ANY($1) AND wait_event_type IS DISTINCT FROM 'Client'",
      [pids],
    );
    return new Set(rows.map(({ pid }) => pid));
  } catch (error) {
    return error instanceof pg.DatabaseError ? 'unknown' : new Set();
  } finally {
    clearTimeout(deadline);
    client.connection.stream.destroy();
  }
}
