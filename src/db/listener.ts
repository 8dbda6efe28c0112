import pg from 'pg';
import type { Logger } from '../config/log.ts';
import { clientConfig } from './connection.ts';
import type { ConnectionWatchdog } from './connection-watchdog.ts';

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
  readonly #silence: ConnectionWatchdog;
  readonly #handlers = new Map<string, Set<NoticeHandler>>();
  /** The connection, or the attempt to get it (back); absent before the first `listen`. */
  #connected: Promise<pg.Client> | undefined;
  /** The connection while it is there. */
  #client: pg.Client | undefined;
  #answer: Promise<boolean> | undefined;
  #nextAnswer: Promise<boolean> | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  readonly #lost = new WeakSet<pg.Client>();
  #closed = false;

  constructor(url: string, log: Logger, silence: ConnectionWatchdog) {
    // Pipelined: a question may come while another is under way.
    this.#config = { ...clientConfig(url, 'listen'), pipeline: true };
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

  /**
   * True when the handlers have been handed whatever was notified by transactions that were committed before the call.
   * Before PostgreSQL says that a statement is done it hands over all notifications that have come in, and it is told of
   * them before a commit is answered. Who asks while an answer is under way cannot use that one: all of them share the next.
   */
  flushNotifications(): Promise<boolean> {
    if (!this.#answer) {
      this.#answer = this.#ask().finally(() => {
        this.#answer = undefined;
      });
      return this.#answer;
    }
    this.#nextAnswer ??= this.#answer.then(() => {
      this.#nextAnswer = undefined;
      return this.flushNotifications();
    });
    return this.#nextAnswer;
  }

  /** False when there is no connection, or no more. */
  async #ask(): Promise<boolean> {
    const client = this.#client;
    if (!client) return false;
    try {
      await client.query('SELECT 1');
      return true;
    } catch {
      this.#lose(client);
      return false;
    }
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
    this.#client = client;
    clearInterval(this.#heartbeat);
    // A connection whose other end vanished without a word is found by asking it something.
    this.#heartbeat = setInterval(() => void this.flushNotifications(), HEARTBEAT_MS).unref();
    return client;
  }

  #lose(client: pg.Client): void {
    if (this.#closed || this.#lost.has(client)) return;
    this.#lost.add(client);
    this.#client = undefined;
    clearInterval(this.#heartbeat);
    client.end().catch(() => undefined);
    this.#log.warn('lost the notification connection; reconnecting');
    this.#connected = this.#regain();
    this.#connected.catch(() => undefined);
  }

  async #regain(): Promise<pg.Client> {
    for (let pause = SHORTEST_PAUSE_MS; !this.#closed; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      await sleep(pause * (0.5 + Math.random() / 2));
      try {
        const client = await this.#connect();
        this.#log.info('the notification connection is back');
        for (const channel of this.#handlers.keys()) this.#tell(channel, { type: 'reset' });
        return client;
      } catch (error) {
        this.#log.debug({ err: error }, 'the notification connection cannot be opened yet');
      }
    }
    throw new Error('the database is closed');
  }

  #tell(channel: string, notice: Notice): void {
    for (const handler of this.#handlers.get(channel) ?? []) {
      // One handler's mistake must not keep the others from being told.
      void Promise.resolve(notice)
        .then(handler)
        .catch((error) => this.#log.error({ err: error, channel }, 'failed to handle a notification'));
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
