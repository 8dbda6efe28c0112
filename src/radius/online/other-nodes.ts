import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from '../../config/log.ts';
import type { Database, Notice } from '../../db/database.ts';
import { Gatherer } from '../batch/gatherer.ts';
import type { OpenSessions } from './open-sessions.ts';
import { readOpenSessions } from './read-open-sessions.ts';

export interface OtherNodesOptions {
  readonly pool: pg.Pool;
  readonly online: OpenSessions;
  readonly log: Logger;
}

const CHANNEL = 'online';
/** A notification holds 8000 octets. */
const MOST_IDS = 600;
/** Sessions that begin together are told together. */
const PAUSE_MS = 10;

/**
 * Tells the other nodes of which services this one has opened sessions, and hears it from them, so that a log-in on one
 * node knows of a session whose NAS speaks to another: `<node>:<id>,<id>…` on channel `online`.
 */
export class OtherNodes {
  readonly #options: OtherNodesOptions;
  readonly #self = randomBytes(6).toString('hex');
  readonly #opened: Gatherer<number>;
  #unlisten: (() => Promise<void>) | undefined;

  constructor(options: OtherNodesOptions) {
    this.#options = options;
    this.#opened = new Gatherer((ids) => this.#tell(ids), {
      pauseMs: PAUSE_MS,
      onError: (error) => options.log.warn({ err: error }, 'other nodes were not told of new sessions'),
    });
  }

  async start(db: Pick<Database, 'listen'>): Promise<void> {
    this.#unlisten = await db.listen(CHANNEL, (notice) => this.#hear(notice));
  }

  async stop(): Promise<void> {
    await this.#unlisten?.();
  }

  opened(serviceId: number): void {
    this.#opened.add(serviceId);
  }

  async #tell(ids: readonly number[]): Promise<void> {
    const payloads = Array.from(
      { length: Math.ceil(ids.length / MOST_IDS) },
      (_, at) => `${this.#self}:${ids.slice(at * MOST_IDS, (at + 1) * MOST_IDS).join(',')}`,
    );
    await this.#options.pool.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) payload', [
      CHANNEL,
      payloads,
    ]);
  }

  async #hear(notice: Notice): Promise<void> {
    const { online, pool } = this.#options;
    // What was missed is in the database.
    if (notice.type === 'reset') return readOpenSessions(pool, online);
    const [node, ids = ''] = notice.payload.split(':');
    if (node === this.#self) return;
    for (const id of ids.split(',')) online.openedElsewhere(Number(id));
  }
}
