import { randomBytes } from 'node:crypto';
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
/** What happens together is told together. */
const PAUSE_MS = 10;
/** While the database is away; what is lost is found in it afterwards. */
const MAX_WAITING = 50_000;
const RETRY_MS = 500;
const SELF_OCTETS = 6;
/** A node says so often that it is there; one that was not heard for three times as long is gone. */
const PRESENCE_MS = 10_000;
const GONE_MS = 3 * PRESENCE_MS;

type News = { readonly opened: number } | { readonly granted: Grant };

/**
 * Tells the other nodes of which services this one has opened sessions or let somebody in, and hears it from them, so that
 * a log-in on one node knows of a session whose NAS speaks to another: `<node>:<id>,<id>…` and
 * `<node>+[[id, NAS, MAC address, port], …]` on channel `online`. A node that is alone, as it knows by nobody's `<node>!`,
 * spares itself that, a tenth of the CPU of a log-in. No log-in waits for it: in the moment that a notification
 * takes, two nodes may let two devices in, of which `settleConflicts` ends one.
 */
export class PeerNodes {
  readonly #options: PeerNodesOptions;
  readonly #self = randomBytes(SELF_OCTETS).toString('hex');
  readonly #news: BatchQueue<News>;
  #unlisten: (() => Promise<void>) | undefined;
  #presence: NodeJS.Timeout | undefined;
  #heardAt = Number.NEGATIVE_INFINITY;
  #stopped = false;

  constructor(options: PeerNodesOptions) {
    this.#options = options;
    this.#news = new BatchQueue((news) => this.#tell(news), {
      pauseMs: PAUSE_MS,
      maxWaiting: MAX_WAITING,
      onError: (err) => logThrottled(options.log, { err }, 'other nodes could not be notified of new sessions'),
    });
  }

  async start(db: Pick<Database, 'listen'>): Promise<void> {
    this.#unlisten = await db.listen(CHANNEL, (notice) => this.#hear(notice));
    await this.#announce();
    this.#presence = setInterval(() => void this.#announce(), PRESENCE_MS).unref();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#presence);
    await this.#unlisten?.();
  }

  get #isAlone(): boolean {
    return performance.now() - this.#heardAt > GONE_MS;
  }

  announceOpened(serviceId: number): void {
    if (!this.#isAlone) this.#news.add({ opened: serviceId });
  }

  announceGrant(granted: Grant): void {
    if (!this.#isAlone) this.#news.add({ granted });
  }

  async #announce(): Promise<void> {
    try {
      await this.#options.pool.query('SELECT pg_notify($1, $2)', [CHANNEL, `${this.#self}!`]);
    } catch (err) {
      this.#options.log.debug({ err }, 'other nodes could not be notified that this node has started');
    }
  }

  /** A crash may lose it, so the commit need not wait for the disk. */
  async #tell(news: readonly News[]): Promise<void> {
    const granted = news.flatMap((each) => ('granted' in each ? [textOf(each.granted)] : []));
    const opened = news.flatMap((each) => ('opened' in each ? [String(each.opened)] : []));
    const payloads = [
      ...joined(granted).map((text) => `${this.#self}+[${text}]`),
      ...joined(opened).map((text) => `${this.#self}:${text}`),
    ];
    await this.#options.pool.query(
      "SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, payload) FROM unnest($2::text[]) payload",
      [CHANNEL, payloads],
    );
  }

  async #hear(notice: Notice): Promise<void> {
    const { openSessions, now } = this.#options;
    if (notice.type === 'reset') {
      await this.#announce();
      return this.#catchUp();
    }
    const { payload } = notice;
    const [node, kind, text] = [
      payload.slice(0, SELF_OCTETS * 2),
      payload[SELF_OCTETS * 2],
      payload.slice(SELF_OCTETS * 2 + 1),
    ];
    if (node === this.#self) return;
    const isNews = this.#isAlone;
    this.#heardAt = performance.now();
    if (isNews) void this.#announce(); // so that the other is not alone either
    if (kind === '+') for (const grant of grantsIn(text)) openSessions.grantedElsewhere(grant, now());
    else if (kind === ':') for (const id of text.split(',')) openSessions.openedElsewhere(Number(id));
  }

  /** What was missed is in the database, which may go again while it is read. */
  async #catchUp(): Promise<void> {
    const { openSessions, pool, log } = this.#options;
    for (;;) {
      try {
        return await readOpenSessions(pool, openSessions);
      } catch (err) {
        if (this.#stopped) return;
        logThrottled(log, { err }, 'open sessions cannot be read; retrying');
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }
}

function textOf({ serviceId, nasId, mac, nasPort }: Grant): string {
  return JSON.stringify([serviceId, nasId, mac, nasPort]);
}

function grantsIn(text: string): Grant[] {
  const told: [number, number, string | null, string | null][] = JSON.parse(text);
  return told.map(([serviceId, nasId, mac, nasPort]) => ({ serviceId, nasId, mac, nasPort }));
}

/** The texts with commas between them, in as many pieces as notifications are needed. */
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
