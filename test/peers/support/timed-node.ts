import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { runBilling } from '../../../src/areas/money/billing/run/run-billing.ts';
import { readConfig } from '../../../src/config/config.ts';
import { createLog } from '../../../src/config/log.ts';
import { type Database, openDatabase } from '../../../src/db/database.ts';
import { type RunningNode, startNode } from '../../../src/node.ts';
import { Api } from './api.ts';
import { NAS_SECRET } from './example.ts';
import type { Settings } from './installation.ts';
import { OwnDatabase } from './own-database.ts';
import type { Packet } from './packets.ts';
import { freePort } from './ports.ts';
import { type Attributes, answered, type RadiusPeer } from './radclient.ts';
import { ADMIN_API_KEY } from './story.ts';

const DAY_MS = 86_400_000;

interface Parts {
  readonly node: RunningNode;
  readonly folder: string;
  readonly server: OwnDatabase;
  readonly db: Database;
  readonly clock: { at: Date; now(): Date };
}

/**
 * A whole node, in the process of the test, whose clock the test sets: no setting of the program could. HTTP and RADIUS are
 * those of any node. Services are advanced only when the test says so.
 */
export class TimedNode {
  readonly #parts: Parts;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @param settings besides those that every such node has; jobs are off without `JOBS` */
  static async start(at: Date, settings: Settings = {}): Promise<TimedNode> {
    const folder = await mkdtemp(join(inject('peersFolder'), 'timed-'));
    const server = await OwnDatabase.make();
    const clock = { at, now: () => clock.at };
    // Addresses that it hands out, as those of payments, name this port.
    const http = String(await freePort());
    const ports = { HTTP_PORT: http, RADIUS_AUTH_PORT: '0', RADIUS_ACCT_PORT: '0', BIND_ADDRESS: '127.0.0.1' };
    const rest = { JOBS: 'off', NAS_ALLOWED_NETWORKS: '127.0.0.0/8', ADMIN_API_KEY, SECRETS_KEY: '5e'.repeat(32) };
    const config = readConfig({ ...ports, ...rest, ...settings, DATA_DIR: folder, DATABASE_URL: server.url });
    const node = await startNode(config, createLog('error'), { clock });
    const db = await openDatabase({ url: server.url, log: createLog('error'), connections: 3 });
    return new TimedNode({ node, folder, server, db, clock });
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#parts.node.httpPort}`;
  }

  /** The database of the node. */
  get db(): Database {
    return this.#parts.db;
  }

  /** The server administrator. */
  get admin(): Api {
    return new Api(this.baseUrl, { userid: 1, api_key: ADMIN_API_KEY });
  }

  /** The NAS at 127.0.0.1 for authentication. */
  get authNas(): RadiusPeer {
    return { port: this.#parts.node.authPort ?? 0, secret: NAS_SECRET };
  }

  /** The NAS at 127.0.0.1 for accounting. */
  get acctNas(): RadiusPeer {
    return { port: this.#parts.node.acctPort ?? 0, secret: NAS_SECRET };
  }

  async accepted(attributes: Attributes): Promise<Packet> {
    const answer = await answered('auth', this.authNas, attributes);
    expect(answer.code).toBe('Access-Accept');
    return answer;
  }

  get now(): Date {
    return this.#parts.clock.at;
  }

  /** Sets the clock without advancing services. */
  set now(moment: Date) {
    this.#parts.clock.at = moment;
  }

  /** Moves the clock day by day up to a moment and advances services on each, as the job does on other nodes. */
  async until(moment: Date): Promise<void> {
    while (this.now < moment) {
      this.now = new Date(Math.min(this.now.getTime() + DAY_MS, moment.getTime()));
      const { failed } = await runBilling({ ...this.#parts, log: createLog('error') });
      if (failed > 0) throw new Error(`${failed} services could not be advanced to ${this.now.toISOString()}`);
    }
  }

  async stop(): Promise<void> {
    const { db, node, server, folder } = this.#parts;
    await db.close();
    await node.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
