import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '../config/log.ts';
import { Channels, type NoticeHandler } from './channels.ts';
import type { ConnectionWatchdog } from './connection-watchdog.ts';
import type { NewestChange } from './newest-change.ts';
import { ServerClient } from './server-client.ts';
import type { Servers } from './servers.ts';

/** Short: on an idle node only the heartbeat detects a database that has stopped responding. */
const HEARTBEAT_MS = 2_000;
const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2_000;

/** LISTEN for all channels on one dedicated connection, which is reopened when lost. */
export class Listener {
  readonly #servers: Servers;
  readonly #log: Logger;
  readonly #watchdog: ConnectionWatchdog;
  readonly #newestChange: NewestChange | undefined;
  readonly #channels: Channels;
  /** The open connection, or the attempt to open it; undefined before the first `listen`. */
  #connected: Promise<pg.Client> | undefined;
  /** The connection while it is open. */
  #client: pg.Client | undefined;
  #flush: Promise<boolean> | undefined;
  #nextFlush: Promise<boolean> | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  readonly #lost = new WeakSet<pg.Client>();
  #closed = false;

  constructor(servers: Servers, log: Logger, watchdog: ConnectionWatchdog, newestChange?: NewestChange) {
    this.#servers = servers;
    this.#log = log;
    this.#watchdog = watchdog;
    this.#newestChange = newestChange;
    this.#channels = new Channels(log);
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

  /**
   * Resolves with true when the handlers have got all notifications of transactions committed before the call. PostgreSQL
   * sends all pending notifications before it completes a statement, so any statement will do, such as that which notes the
   * newest change. Calls during a running one cannot rely on it and share the next.
   */
  flushNotifications(): Promise<boolean> {
    if (!this.#flush) {
      this.#flush = this.#roundTrip().finally(() => {
        this.#flush = undefined;
      });
      return this.#flush;
    }
    this.#nextFlush ??= this.#flush.then(() => {
      this.#nextFlush = undefined;
      return this.flushNotifications();
    });
    return this.#nextFlush;
  }

  /** Returns false without a connection, or if it breaks. */
  async #roundTrip(): Promise<boolean> {
    const client = this.#client;
    if (!client) return false;
    try {
      await (this.#newestChange?.note(client) ?? client.query('SELECT 1'));
      return true;
    } catch {
      this.#lose(client);
      return false;
    }
  }

  get isOpen(): boolean {
    return this.#client !== undefined;
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
    // Pipelined, so that a query need not wait for another one.
    const client = new ServerClient({
      servers: this.#servers,
      name: 'listen',
      pipeline: true,
      check: this.#newestChange?.check,
    });
    client.on('error', () => undefined); // 'end' follows
    client.on('notification', ({ channel, payload }) =>
      this.#channels.dispatch(channel, { type: 'notice', payload: payload ?? '' }),
    );
    await client.connect();
    this.#watchdog.add(client);
    for (const channel of this.#channels.names) await client.query(`LISTEN ${channel}`);
    client.once('end', () => this.#lose(client));
    await this.#newestChange?.note(client);
    this.#client = client;
    clearInterval(this.#heartbeat);
    // Only traffic reveals a connection whose server is gone.
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
    this.#connected = this.#reconnect();
    this.#connected.catch(() => undefined);
  }

  async #reconnect(): Promise<pg.Client> {
    for (let pause = MIN_PAUSE_MS; !this.#closed; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      await sleep(pause * (0.5 + Math.random() / 2));
      try {
        const client = await this.#connect();
        this.#log.info('the notification connection is back');
        this.#channels.reset();
        return client;
      } catch (error) {
        this.#log.debug({ err: error }, 'the notification connection cannot be opened yet');
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
