import { Socket } from 'node:net';
import pg from 'pg';
import type { Logger } from '../config/log.ts';
import { clientConfig } from './connection.ts';

/** How often the connections are looked at. */
const LOOK_MS = 500;
/** A statement that has had no octet of an answer for so long raises a doubt. */
const DOUBT_MS = 3_000;
/** How long the server may take to say, on a new connection, which statements it is at. */
const INQUIRY_MS = 3_000;

/** The code makes it one of the errors that say that there is no connection. */
class Silent extends Error {
  override readonly name = 'Silent';
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('the database does not answer any more');
  }
}

/** What was seen of a connection. */
interface Watched {
  /** Octets that had come when it was looked at last. */
  read: number;
  /** Since when a statement waits without an octet; undefined while none does. */
  waitingSince: number | undefined;
}

/** A connection as it was when an inquiry began. */
interface Suspect {
  readonly client: pg.Client;
  readonly read: number;
  /** What the server calls it. */
  readonly pid: number;
  readonly isBusy: boolean;
  readonly isDoubted: boolean;
}

/**
 * Ends connections whose other end has fallen silent without closing them, so that the statements on them fail as if the
 * connection had broken and whoever needs it opens another. A fixed limit for an answer would be too long for accounting
 * or too short for a backup; so when a statement waits for seconds, the server is asked on a new connection whether it
 * is at it. What it is at goes on however long it takes. If it answers nothing, or knows nothing of the statement, all
 * connections that have been silent since go: the idle ones too, since they took the same way and the next statement on
 * each would be the next to wait.
 */
export class ConnectionWatchdog {
  readonly #url: string;
  readonly #log: Logger;
  readonly #watched = new Map<pg.Client, Watched>();
  #timer: NodeJS.Timeout | undefined;
  #inquiring = false;

  constructor(url: string, log: Logger) {
    this.#url = url;
    this.#log = log;
  }

  /** From now on until its end. */
  add(client: pg.Client): void {
    this.#watched.set(client, { read: readOf(client), waitingSince: undefined });
    client.once('end', () => this.#watched.delete(client));
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS).unref();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#watched.clear();
  }

  #look(): void {
    const now = performance.now();
    let isDoubted = false;
    for (const [client, seen] of this.#watched) {
      const read = readOf(client);
      if (read !== seen.read || !isWaiting(client)) seen.waitingSince = undefined;
      else seen.waitingSince ??= now;
      seen.read = read;
      isDoubted ||= isOverdue(seen, now);
    }
    if (isDoubted && !this.#inquiring) void this.#inquire(now);
  }

  async #inquire(now: number): Promise<void> {
    this.#inquiring = true;
    const suspects = [...this.#watched].map(([client, seen]): Suspect => {
      const pid = Number(Reflect.get(client, 'processID'));
      return { client, pid, read: seen.read, isBusy: isWaiting(client), isDoubted: isOverdue(seen, now) };
    });
    try {
      const busy = suspects.filter(({ isBusy }) => isBusy).map(({ pid }) => pid);
      const atWork = await statementsAtWork(this.#url, busy);
      // What has come meanwhile is read before anybody is judged.
      await new Promise((resolve) => setImmediate(resolve));
      this.#judge(suspects, atWork);
    } finally {
      this.#inquiring = false;
    }
  }

  #judge(suspects: readonly Suspect[], atWork: ReadonlySet<number> | 'unknown'): void {
    const silent = suspects.filter(({ client, pid, read, isBusy }) => {
      const seen = this.#watched.get(client);
      if (!seen || readOf(client) !== read) return false;
      // Told to be at work, or asked for something only now: it has as long again.
      if (atWork === 'unknown' || (isBusy ? atWork.has(pid) : isWaiting(client))) {
        seen.waitingSince = undefined;
        return false;
      }
      return true;
    });
    if (!silent.some(({ isDoubted }) => isDoubted)) return;
    this.#log.warn({ connections: silent.length }, 'the database does not respond; replacing its connections');
    for (const { client } of silent) client.connection.stream.destroy(new Silent());
  }
}

function isOverdue({ waitingSince }: Watched, now: number): boolean {
  return waitingSince !== undefined && now - waitingSince >= DOUBT_MS;
}

function readOf({ connection: { stream } }: pg.Client): number {
  return stream instanceof Socket ? stream.bytesRead : 0;
}

/**
 * Does a statement wait for its server? `pg` keeps to itself what it waits for; the version is pinned, and a test notices
 * when this changes. It is the program that is waited for where octets of the answer lie unread.
 */
function isWaiting(client: pg.Client): boolean {
  return Boolean(Reflect.get(client, '_activeQuery')) && client.connection.stream.readableLength === 0;
}

/**
 * Which of these connections the server is at work for; it is not where it waits for us itself. None when it does not
 * answer. `unknown` when it answers that it takes no connection just now: then nothing is known of those that it has.
 */
async function statementsAtWork(url: string, pids: readonly number[]): Promise<ReadonlySet<number> | 'unknown'> {
  const client = new pg.Client(clientConfig(url, 'inquiry'));
  client.on('error', () => undefined); // whoever waits is told
  const deadline = setTimeout(() => client.connection.stream.destroy(new Silent()), INQUIRY_MS);
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
