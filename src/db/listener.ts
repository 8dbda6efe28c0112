import pg from 'pg';
import type { Logger } from '../config/log.ts';
import { clientConfig } from './connection.ts';
import type { SilenceWatch } from './silence.ts';

/** `reset`: the connection was lost for a while, so notifications may be missing; look at the tables again. */
export type Notice = { readonly type: 'notice'; readonly payload: string } | { readonly type: 'reset' };

/** What it throws is logged and goes no further. */
export type NoticeHandler = (notice: Notice) => void | Promise<void>;

/** Short: this is how a database that falls silent is noticed where nobody else asks it anything. */
const HEARTBEAT_MS = 2_000;
const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** LISTEN on one dedicated connection for all channels, regained whenever it breaks. */
export class Listener {
  readonly #config: pg.ClientConfig;
  readonly #log: Logger;
  readonly #silence: SilenceWatch;
  readonly #handlers = new Map<string, Set<NoticeHandler>>();
  /** The connection, or the attempt to get it (back); absent before the first `listen`. */
  #connected: Promise<pg.Client> | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  readonly #lost = new WeakSet<pg.Client>();
  #closed = false;

  constructor(url: string, log: Logger, silence: SilenceWatch) {
    this.#config = clientConfig(url, 'listen');
    this.#log = log;
    this.#silence = silence;
  }

  /**
   * Calls the handler for every notification of the channel from the moment this resolves. Returns a function that ends it.
   * @throws when the first connection cannot be made
   */
  async listen(channel: string, handler: NoticeHandler): Promise<() => Promise<void>> {
    if (!/^[a-z_][a-z0-9_]*$/.test(channel)) throw new TypeError(`not a channel name: ${channel}`);
    const client = await this.#connection();
    this.#handlers.set(channel, (this.#handlers.get(channel) ?? new Set()).add(handler));
    // Should it break just now, it comes back with all channels, and with a reset for this handler too.
    await client.query(`LISTEN ${channel}`).catch(() => this.#connected);
    return () => this.#forget(channel, handler);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#heartbeat);
    const client = await this.#connected?.catch(() => undefined);
    await client?.end().catch(() => undefined);
  }

  async #connection(): Promise<pg.Client> {
    if (this.#closed) throw new Error('the database is closed');
    this.#connected ??= this.#connect();
    try {
      return await this.#connected;
    } catch (error) {
      this.#connected = undefined;
      throw error;
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    client.on('error', () => undefined); // 'end' follows
    client.on('notification', ({ channel, payload }) =>
      this.#tell(channel, { type: 'notice', payload: payload ?? '' }),
    );
    await client.connect();
    this.#silence.add(client);
    for (const channel of this.#handlers.keys()) await client.query(`LISTEN ${channel}`);
    client.once('end', () => this.#lose(client));
    this.#watch(client);
    return client;
  }

  /** A connection whose other end vanished without a word is found by asking it something, one thing at a time. */
  #watch(client: pg.Client): void {
    clearInterval(this.#heartbeat);
    let isAsked = false;
    this.#heartbeat = setInterval(() => {
      if (isAsked) return;
      isAsked = true;
      client.query('SELECT 1').then(
        () => {
          isAsked = false;
        },
        () => this.#lose(client),
      );
    }, HEARTBEAT_MS).unref();
  }

  #lose(client: pg.Client): void {
    if (this.#closed || this.#lost.has(client)) return;
    this.#lost.add(client);
    clearInterval(this.#heartbeat);
    client.end().catch(() => undefined);
    this.#log.warn('lost the connection for notifications; trying to get it back');
    this.#connected = this.#regain();
    this.#connected.catch(() => undefined);
  }

  async #regain(): Promise<pg.Client> {
    for (let pause = SHORTEST_PAUSE_MS; !this.#closed; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      await sleep(pause * (0.5 + Math.random() / 2));
      try {
        const client = await this.#connect();
        this.#log.info('notifications are back');
        for (const channel of this.#handlers.keys()) this.#tell(channel, { type: 'reset' });
        return client;
      } catch (error) {
        this.#log.debug({ err: error }, 'no connection for notifications yet');
      }
    }
    throw new Error('the database is closed');
  }

  #tell(channel: string, notice: Notice): void {
    for (const handler of this.#handlers.get(channel) ?? []) {
      // One handler's mistake must not keep the others from being told.
      void Promise.resolve(notice)
        .then(handler)
        .catch((error) => this.#log.error({ err: error, channel }, 'a notification could not be handled'));
    }
  }

  async #forget(channel: string, handler: NoticeHandler): Promise<void> {
    const handlers = this.#handlers.get(channel);
    handlers?.delete(handler);
    if (handlers?.size !== 0) return;
    this.#handlers.delete(channel);
    const client = await this.#connected?.catch(() => undefined);
    await client?.query(`UNLISTEN ${channel}`).catch(() => undefined);
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
