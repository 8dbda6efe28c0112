import pg from 'pg';
import { clientConfig } from './client-config.ts';
import type { Servers } from './servers.ts';
import { TIME_LIMITS } from './time-limits.ts';

/** What a server that cannot be written to says when a connection is opened (PostgreSQL 14 and later). */
const SIGNS_OF_STANDBY: ReadonlySet<string> = new Set(['in_hot_standby', 'default_transaction_read_only']);

/** As a server would say it, which makes it `unavailable` for `problemOf`. */
class NotPrimary extends Error {
  override readonly name = 'NotPrimary';
  readonly code = '25006';
  readonly severity = 'FATAL';

  constructor() {
    super('this server is a standby');
  }
}

/** @throws when the connection must not be used */
export type ConnectionCheck = (client: pg.Client) => Promise<void>;

interface ServerClientConfig extends pg.ClientConfig {
  readonly servers: Servers;
  readonly name: string;
  readonly settings?: string | undefined;
  /** Time limit for opening it. */
  readonly connectMs?: number;
  /** Runs on the connection before it is used. */
  readonly check?: ConnectionCheck | undefined;
}

/** A connection to the server that can be written to. */
export class ServerClient extends pg.Client {
  readonly #servers: Servers;
  readonly #check: ConnectionCheck | undefined;
  #isStandby = false;

  constructor({ servers, name, settings, connectMs = TIME_LIMITS.connectMs, check, ...config }: ServerClientConfig) {
    super({ ...config, ...clientConfig(servers.url, name, settings), connectionTimeoutMillis: connectMs });
    this.#servers = servers;
    this.#check = check;
    // Between connecting and its first statement nobody listens for errors, and an unhandled one would end the program. The
    // first statement reports it.
    this.on('error', () => undefined);
    // Emitted by `pg` for every parameter that the server reports; its types do not say so.
    this.connection.on('parameterStatus', (message: unknown) => {
      const { parameterName, parameterValue } = message as Record<string, string>;
      if (SIGNS_OF_STANDBY.has(parameterName ?? '')) this.#isStandby = parameterValue === 'on';
    });
  }

  override connect(): Promise<this>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<this> | undefined {
    const connected = this.#connect();
    if (!callback) return connected;
    connected.then(
      () => callback(undefined as unknown as Error),
      (error: Error) => callback(error),
    );
    return undefined;
  }

  async #connect(): Promise<this> {
    try {
      await super.connect();
      if (this.#servers.areSeveral && this.#isStandby) throw new NotPrimary();
    } catch (error) {
      this.#servers.doubt();
      if (error instanceof NotPrimary) void this.end().catch(() => undefined);
      throw error;
    }
    try {
      await this.#check?.(this);
      return this;
    } catch (error) {
      void this.end().catch(() => undefined);
      throw error;
    }
  }
}
