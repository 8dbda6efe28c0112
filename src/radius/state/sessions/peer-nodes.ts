import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '../../../config/log.ts';
import type { Database, Notice } from '../../../db/database.ts';
import { logThrottled } from '../../../db/throttled-log.ts';
import { BatchQueue } from '../batch/batch-queue.ts';
import type { Grant, OpenSessions } from './open-sessions.ts';
import { readOpenSessions } from './read-open-sessions.ts';

export interface PeerNodesOptions {
  readonly pool: pg.Pool;
  readonly openSessions: OpenSessions;
  readonly log: Logger;
  readonly now: () => number;
}

const CHANNEL = 'online';
/** A notification holds 8000 octets. */
const MAX_OCTETS = 7_500;
/** News of this time is one notification. */
const PAUSE_MS = 10;
/** While the database is unavailable; what is dropped can be read from it later. */
const MAX_WAITING = 50_000;
const RETRY_MS = 500;
const NODE_ID_OCTETS = 6;
/** How often a node announces its presence; a node silent for three times as long is gone. */
const PRESENCE_MS = 10_000;
const GONE_MS = 3 * PRESENCE_MS;

type News = { readonly opened: number } | { readonly granted: Grant };

/**
 * Tells the other nodes which sessions this node opens and which log-ins it accepts, and applies what they tell: see the
 * README. Notifications on channel `online` are `<node>:<id>,<id>…` for opened sessions,
 * `<node>+[[id, NAS, MAC address, port], …]` for accepted log-ins, and `<node>!` for presence. A node without peers sends
 * only the last, which saves a tenth of the CPU of a log-in.
 */
export class PeerNodes {
  readonly #options: PeerNodesOptions;
  readonly #nodeId = randomBytes(NODE_ID_OCTETS).toString('hex');
  readonly #news: BatchQueue<News>;
  #unlisten: (() => Promise<void>) | undefined;
  #presence: NodeJS.Timeout | undefined;
  #peerSeenAt = Number.NEGATIVE_INFINITY;
  #stopped = false;

  constructor(options: PeerNodesOptions) {
    this.#options = options;
    this.#news = new BatchQueue((news) => this.#send(news), {
      pauseMs: PAUSE_MS,
      maxWaiting: MAX_WAITING,
      onError: (err) => logThrottled(options.log, { err }, 'other nodes could not be notified of new sessions'),
    });
  }

  async start(db: Pick<Database, 'listen'>): Promise<void> {
    this.#unlisten = await db.listen(CHANNEL, (notice) => this.#onNotice(notice));
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

  announceGrant(granted: Grant): void {
    if (!this.#isAlone) this.#news.add({ granted });
  }

  async #announcePresence(): Promise<void> {
    try {
      await this.#options.pool.query('SELECT pg_notify($1, $2)', [CHANNEL, `${this.#nodeId}!`]);
    } catch (err) {
      this.#options.log.debug({ err }, 'other nodes could not be notified that this node has started');
    }
  }

  /** Losing it in a crash is harmless, so the commit does not wait for the disk. */
  async #send(news: readonly News[]): Promise<void> {
    const granted = news.flatMap((each) => ('granted' in each ? [textOf(each.granted)] : []));
    const opened = news.flatMap((each) => ('opened' in each ? [String(each.opened)] : []));
    const payloads = [
      ...joined(granted).map((text) => `${this.#nodeId}+[${text}]`),
      ...joined(opened).map((text) => `${this.#nodeId}:${text}`),
    ];
    await this.#options.pool.query(
      "SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, payload) FROM unnest($2::text[]) payload",
      [CHANNEL, payloads],
    );
  }

  async #onNotice(notice: Notice): Promise<void> {
    if (notice.type === 'reset') {
      await this.#announcePresence();
      return this.#readMissed();
    }
    const { payload } = notice;
    const [node, kind, text] = [
      payload.slice(0, NODE_ID_OCTETS * 2),
      payload[NODE_ID_OCTETS * 2],
      payload.slice(NODE_ID_OCTETS * 2 + 1),
    ];
    if (node === this.#nodeId) return;
    const wasAlone = this.#isAlone;
    this.#peerSeenAt = performance.now();
    if (wasAlone) void this.#announcePresence(); // so that the peer is not alone either
    const { openSessions, now } = this.#options;
    if (kind === '+') for (const grant of grantsIn(text)) openSessions.grantedElsewhere(grant, now());
    else if (kind === ':') for (const id of text.split(',')) openSessions.openedElsewhere(Number(id));
  }

  /** Missed news is in the database, which may become unavailable again while it is read. */
  async #readMissed(): Promise<void> {
    const { openSessions, pool, log } = this.#options;
    for (;;) {
      try {
        return await readOpenSessions(pool, openSessions);
      } catch (err) {
        if (this.#stopped) return;
        logThrottled(log, { err }, 'open sessions cannot be read; retrying');
        await sleep(RETRY_MS);
      }
    }
  }
}

function textOf({ serviceId, nasId, mac, nasPort }: Grant): string {
  return JSON.stringify([serviceId, nasId, mac, nasPort]);
}

function grantsIn(text: string): Grant[] {
  const rows: [number, number, string | null, string | null][] = JSON.parse(text);
  return rows.map(([serviceId, nasId, mac, nasPort]) => ({ serviceId, nasId, mac, nasPort }));
}

/** The texts separated by commas, in as many pieces as notifications are needed. */
function joined(texts: readonly string[]): string[] {
  const pieces: string[] = [];
  let octets = MAX_OCTETS;
  for (const text of texts) {
    const more = Buffer.byteLength(text) + 1;
    if (octets + more > MAX_OCTETS) {
      pieces.push(text);
      octets = 0;
    } else {
      pieces.push(`${pieces.pop()},${text}`);
    }
    octets += more;
  }
  return pieces;
}
