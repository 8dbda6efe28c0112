import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '../config/log.ts';
import { Channels, type NoticeHandler } from './channels.ts';
import { cork } from './cork.ts';
import { type ListenClientOptions, openListenClient } from './listen-client.ts';
import { SharedRun } from './shared-run.ts';
import { logThrottled } from './throttled-log.ts';
import type { UnsentNotifications } from './unsent-notifications.ts';

/** Short: on an idle node only the heartbeat detects a database that has stopped responding. */
const HEARTBEAT_MS = 2_000;
const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2_000;

interface ListenerOptions extends ListenClientOptions {
  readonly log: Logger;
  readonly unsent: UnsentNotifications;
  /** Where this node's notifications are sent from if it listens to none. */
  readonly pool: pg.Pool;
}

/** LISTEN for all channels on one dedicated connection, which is reopened when lost. It sends what the node notifies, too. */
export class Listener {
  readonly #options: ListenerOptions;
  readonly #channels: Channels;
  /** The open connection, or the attempt to open it; undefined before the first `listen`. */
  #connected: Promise<pg.Client> | undefined;
  /** The connection while it is open. */
  #client: pg.Client | undefined;
  readonly #flush = new SharedRun(() => this.#roundTrip());
  #flushSoon: NodeJS.Immediate | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  readonly #lost = new WeakSet<pg.Client>();
  #closed = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#channels = new Channels(options.log);
  }

  /**
   * Calls the handler for every notification of the channel after this resolves. Returns a function that unsubscribes.
   * @throws when the first connection cannot be opened
   */
  async listen(channel: string, handler: NoticeHandler): Promise<() => Promise<void>> {
    if (!/^[a-z_][a-z0-9_]*$/.test(channel)) throw new TypeError(`not a channel name: ${channel}`);
    const client = await this.#connection();
    this.#channels.add(channel, handler);
    // If the connection is lost now, the new one listens to all channels, and this handler gets a reset too.
    await client.query(`LISTEN ${channel}`).catch(() => this.#connected);
    return () => this.#unsubscribe(channel, handler);
  }

  /** Puts a text into the name of the connection. */
  async announce(text: string): Promise<void> {
    await this.#options.name.announce(text, await this.#connection());
  }

  /**
   * Sends what this node notifies. Resolves with true when the handlers have got all notifications of transactions committed
   * before the call: PostgreSQL sends all pending ones before it completes a statement.
   */
  flushNotifications(): Promise<boolean> {
    return this.#flush.run();
  }

  /** Sends what this node notifies, unless another call does so at this moment. */
  flushSoon(): void {
    this.#flushSoon ??= setImmediate(() => void this.flushNotifications());
  }

  /** Returns false without a connection, or if it breaks. */
  async #roundTrip(): Promise<boolean> {
    clearImmediate(this.#flushSoon);
    this.#flushSoon = undefined;
    const client = this.#client;
    if (!client) {
      if (!this.#connected) await this.#report(this.#options.unsent.send(this.#options.pool));
      return false;
    }
    cork(client);
    const isSent = await this.#report(this.#options.unsent.send(client));
    if (!isSent) await client.query('SELECT 1').catch(() => this.#lose(client));
    return isSent;
  }

  /** Whether it succeeded. What could not be sent stays until the next call. */
  #report(sending: Promise<void>): Promise<boolean> {
    const onFailure = (err: Error) => {
      logThrottled(this.#options.log, { err }, 'cannot send notifications of changes; retrying');
      return false;
    };
    return sending.then(() => true, onFailure);
  }

  get isOpen(): boolean {
    return this.#client !== undefined;
  }

  async close(): Promise<void> {
    if (this.#flushSoon) await this.flushNotifications();
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
    const client = await openListenClient(this.#options, this.#channels);
    client.once('end', () => this.#lose(client));
    await this.#options.newestChange?.note(client);
    this.#client = client;
    clearInterval(this.#heartbeat);
    // Only traffic reveals a connection whose server is gone.
    this.#heartbeat = setInterval(() => this.#beat(client), HEARTBEAT_MS).unref();
    this.flushSoon();
    return client;
  }

  #beat(client: pg.Client): void {
    void this.flushNotifications();
    void this.#report(this.#options.unsent.sendAbandoned(client));
    this.#options.newestChange?.note(client).catch(() => this.#lose(client));
  }

  #lose(client: pg.Client): void {
    if (this.#closed || this.#lost.has(client)) return;
    this.#lost.add(client);
    this.#client = undefined;
    clearInterval(this.#heartbeat);
    client.end().catch(() => undefined);
    this.#options.log.warn('lost the notification connection; reconnecting');
    this.#connected = this.#reconnect();
    this.#connected.catch(() => undefined);
  }

  async #reconnect(): Promise<pg.Client> {
    for (let pause = MIN_PAUSE_MS; !this.#closed; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      await sleep(pause * (0.5 + Math.random() / 2));
      try {
        const client = await this.#connect();
        this.#options.log.info('the notification connection is back');
        this.#channels.reset();
        return client;
      } catch (error) {
        this.#options.log.debug({ err: error }, 'cannot open the notification connection yet');
      }
    }
    throw new Error('the database is closed');
  }

  async #unsubscribe(channel: string, handler: NoticeHandler): Promise<void> {
    if (!this.#channels.remove(channel, handler)) return;
    const client = await this.#connected?.catch(() => undefined);
    await client?.query(`UNLISTEN ${channel}`).catch(() => undefined);
  }
}
