import { chmod, mkdtemp } from 'node:fs/promises';
import { createServer, connect as open, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { createLog } from '../../../src/config/log.ts';
import { type EmbeddedPostgres, startEmbedded } from '../../../src/db/embedded.ts';
import { freePort } from './ports.ts';

/** A PostgreSQL separate from the node, which can be stopped and restarted under the same address. */
export class OwnDatabase {
  readonly #folder: string;
  readonly #port: number;
  readonly #lines = new Set<Socket>();
  #front: Server | undefined;
  #server: EmbeddedPostgres | undefined;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
  }

  static async make(): Promise<OwnDatabase> {
    const folder = await mkdtemp(join(inject('peersFolder'), 'database-'));
    await chmod(folder, 0o711);
    const database = new OwnDatabase(folder, await freePort());
    await database.start();
    return database;
  }

  /** What a node is given. The server has another port each time, so a relay stands before it. */
  get url(): string {
    const url = new URL(this.#running.url);
    url.port = String(this.#port);
    return url.href;
  }

  async start(): Promise<void> {
    this.#server = await startEmbedded({ dataDir: this.#folder, log: createLog('warn') });
    const { port } = this.#server;
    const front = createServer((socket) => this.#join(socket, open(port, '127.0.0.1')));
    await new Promise<void>((resolve) => front.listen(this.#port, '127.0.0.1', resolve));
    this.#front = front;
  }

  /** Connections break, and new ones are refused. */
  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#front?.close(resolve));
    await this.#running.stop();
    for (const line of this.#lines) line.destroy();
    await closed;
  }

  async query<T extends pg.QueryResultRow>(text: string): Promise<T[]> {
    const client = new pg.Client({ connectionString: this.#running.url });
    await client.connect();
    try {
      return (await client.query<T>(text)).rows;
    } finally {
      await client.end();
    }
  }

  get #running(): EmbeddedPostgres {
    if (!this.#server) throw new Error('the database was not started');
    return this.#server;
  }

  #join(one: Socket, other: Socket): void {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      this.#lines.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        this.#lines.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  }
}
