import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Logger } from '../config/log.ts';
import type { Database, Notice } from '../db/database.ts';
import { execute, sql } from '../db/sql.ts';
import type { FailedLogins } from './failed-logins.ts';

const CHANNEL = 'failed_logins';
/** Failures of this time are one notification, so guessing costs the database next to nothing. */
const PAUSE_MS = 500;
/** Of one notification, which PostgreSQL limits to 8,000 octets. What is beyond counts on its own node only. */
const MAX_OCTETS = 7_500;
/** Waiting to be told: callers choose the keys. */
const MAX_KEYS = 1_000;

const message = z.object({ node: z.string(), failures: z.record(z.string(), z.number().int().min(1).max(1000)) });

export interface FailedLoginNewsOptions {
  readonly db: Pick<Database, 'listen' | 'pool'>;
  readonly failures: FailedLogins;
  readonly log: Pick<Logger, 'debug'>;
  readonly pauseMs?: number;
}

/**
 * Tells the other nodes of wrong credentials, so that the limit holds for all nodes together. While the database is away,
 * each node counts its own.
 */
export class FailedLoginNews {
  readonly #options: FailedLoginNewsOptions;
  readonly #node = randomBytes(8).toString('hex');
  readonly #untold = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #unlisten: (() => Promise<void>) | undefined;

  private constructor(options: FailedLoginNewsOptions) {
    this.#options = options;
  }

  /** @throws when the notification connection cannot be opened */
  static async start(options: FailedLoginNewsOptions): Promise<FailedLoginNews> {
    const news = new FailedLoginNews(options);
    news.#unlisten = await options.db.listen(CHANNEL, (notice) => news.#onNotice(notice));
    options.failures.onRecorded((keys) => news.#add(keys));
    return news;
  }

  async stop(): Promise<void> {
    this.#options.failures.onRecorded(() => undefined);
    clearTimeout(this.#timer);
    await this.#unlisten?.();
  }

  #add(keys: readonly string[]): void {
    for (const key of keys)
      if (this.#untold.has(key) || this.#untold.size < MAX_KEYS)
        this.#untold.set(key, (this.#untold.get(key) ?? 0) + 1);
    this.#timer ??= setTimeout(() => void this.#tell(), this.#options.pauseMs ?? PAUSE_MS).unref();
  }

  async #tell(): Promise<void> {
    this.#timer = undefined;
    const payload = JSON.stringify({ node: this.#node, failures: Object.fromEntries(fitting(this.#untold)) });
    this.#untold.clear();
    try {
      await execute(this.#options.db.pool, sql`SELECT pg_notify(${CHANNEL}, ${payload})`);
    } catch (err) {
      this.#options.log.debug({ err }, 'cannot tell other nodes of wrong credentials');
    }
  }

  #onNotice(notice: Notice): void {
    if (notice.type === 'reset') return;
    const { node, failures } = message.parse(JSON.parse(notice.payload));
    if (node === this.#node) return;
    for (const [key, count] of Object.entries(failures)) this.#options.failures.add(key, count);
  }
}

/** The first of them, as many as a notification holds: a key of odd characters is several times as long in JSON. */
function fitting(failures: ReadonlyMap<string, number>): [key: string, count: number][] {
  let octets = 0;
  return [...failures].filter(([key, count]) => {
    octets += Buffer.byteLength(JSON.stringify(key)) + String(count).length + 2;
    return octets <= MAX_OCTETS;
  });
}
