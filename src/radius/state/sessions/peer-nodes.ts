import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '../../../config/log.ts';
import type { Database, Notice } from '../../../db/database.ts';
import { logThrottled } from '../../../db/throttled-log.ts';
import { BatchQueue } from '../batch/batch-queue.ts';
import type { OpenSessions } from './open-sessions.ts';
import { isFrom, type News, NODE_ID_OCTETS, newsMessages, presenceMessage, readPeerMessage } from './peer-messages.ts';
import { readOpenSessions } from './read-open-sessions.ts';
import type { Grant } from './session.ts';

export interface PeerNodesOptions {
  readonly pool: pg.Pool;
  readonly openSessions: OpenSessions;
  readonly log: Logger;
  readonly now: () => number;
}

const CHANNEL = 'online';
/** News of this time is one notification. */
const PAUSE_MS = 10;
/** While the database is unavailable. What is dropped is in the journal, whose replay tells it again. */
const MAX_WAITING = 50_000;
const RETRY_MS = 500;
/** How often a node announces its presence; a node silent for three times as long is gone. */
const PRESENCE_MS = 10_000;
const GONE_MS = 3 * PRESENCE_MS;

/**
 * Notifies the other nodes of the sessions this node opens and the log-ins it accepts, and applies their notifications:
 * see the README. A node without peers announces only its presence, which saves a tenth of the CPU of a log-in.
 */
export class PeerNodes {
  readonly #options: PeerNodesOptions;
  readonly #nodeId = randomBytes(NODE_ID_OCTETS).toString('hex');
  readonly #news: BatchQueue<News>;
  #unlisten: (() => Promise<void>) | undefined;
  #presence: NodeJS.Timeout | undefined;
  #peerSeenAt = Number.NEGATIVE_INFINITY;
  /** One reading after another. */
  #reading = Promise.resolve();
  #stopped = false;

  constructor(options: PeerNodesOptions) {
    this.#options = options;
    this.#news = new BatchQueue((news) => this.#send(news), {
      pauseMs: PAUSE_MS,
      maxWaiting: MAX_WAITING,
    });
  }

  /** Listens; the open sessions are read in the background. */
  async start(db: Pick<Database, 'listen'>): Promise<void> {
    this.#unlisten = await db.listen(CHANNEL, (notice) => this.#onNotice(notice));
    void this.#readSessions();
    await this.#announcePresence();
    this.#presence = setInterval(() => void this.#announcePresence(), PRESENCE_MS).unref();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#presence);
    await this.#unlisten?.();
  }

  get #isAlone(): boolean {
    return performance.now() - this.#peerSeenAt > GONE_MS;
  }

  announceOpened(serviceId: number): void {
    if (!this.#isAlone) this.#news.add({ opened: serviceId });
  }

  /**
   * Sessions of these services are in the database only now, after an outage. Other nodes are told even if this one seems
   * alone: it has heard nobody while it was cut off, or has only just started.
   */
  announceReplayed(services: readonly number[]): void {
    for (const opened of services) this.#news.add({ opened });
  }

  announceGrant(granted: Grant): void {
    if (!this.#isAlone) this.#news.add({ granted });
  }

  async #announcePresence(): Promise<void> {
    try {
      await this.#options.pool.query('SELECT pg_notify($1, $2)', [CHANNEL, presenceMessage(this.#nodeId)]);
    } catch (err) {
      this.#options.log.debug({ err }, 'cannot notify other nodes that this node has started');
    }
  }

  /** Opened sessions are told however late. A log-in has its session, or none, when the database is back. */
  async #send(news: readonly News[]): Promise<void> {
    for (let left = news; left.length > 0 && !this.#stopped; left = left.filter((each) => 'opened' in each)) {
      try {
        return await this.#notify(newsMessages(this.#nodeId, left));
      } catch (err) {
        logThrottled(this.#options.log, { err }, 'cannot notify other nodes of new sessions');
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  /** Losing it in a crash is harmless, so the commit does not wait for the disk. */
  async #notify(messages: readonly string[]): Promise<void> {
    await this.#options.pool.query(
      "SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, payload) FROM unnest($2::text[]) payload",
      [CHANNEL, messages],
    );
  }

  async #onNotice(notice: Notice): Promise<void> {
    if (notice.type === 'reset') {
      await this.#announcePresence();
      return this.#readSessions();
    }
    if (isFrom(this.#nodeId, notice.payload)) return;
    const wasAlone = this.#isAlone;
    this.#peerSeenAt = performance.now();
    if (wasAlone) void this.#announcePresence(); // so that the peer is not alone either
    const { openSessions, now } = this.#options;
    const { opened, granted } = readPeerMessage(notice.payload);
    for (const grant of granted) openSessions.grants.addElsewhere(grant, now());
    for (const serviceId of opened) openSessions.openedElsewhere(serviceId);
  }

  /** What was opened before this node listened, or while it did not, is in the database. */
  #readSessions(): Promise<void> {
    this.#reading = this.#reading.then(() => this.#readUntilDone());
    return this.#reading;
  }

  /** The database may become unavailable meanwhile. Never rejects. */
  async #readUntilDone(): Promise<void> {
    const { openSessions, pool, log } = this.#options;
    while (!this.#stopped) {
      try {
        return await readOpenSessions(pool, openSessions);
      } catch (err) {
        if (this.#stopped) return;
        logThrottled(log, { err }, 'cannot read open sessions; retrying');
        await sleep(RETRY_MS);
      }
    }
  }
}
