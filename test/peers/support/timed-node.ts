import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { advanceServices } from '../../../src/areas/billing/nightly/advance-services.ts';
import { readConfig } from '../../../src/config/config.ts';
import { createLog } from '../../../src/config/log.ts';
import { type Database, openDatabase } from '../../../src/db/database.ts';
import { type RunningNode, startNode } from '../../../src/node.ts';
import { Api } from './api.ts';
import { NAS_SECRET } from './example.ts';
import { OwnDatabase } from './own-database.ts';
import type { Caller } from './radclient.ts';
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
 * A whole node with a clock that the test moves, for HTTP and RADIUS alike. No setting of the program moves its clock, so
 * this one is put together in the process of the test; its doors are those of any other. The services' clock is turned when
 * the test says so, and never by itself.
 */
export class TimedNode {
  readonly #parts: Parts;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  static async start(at: Date): Promise<TimedNode> {
    const folder = await mkdtemp(join(inject('peersFolder'), 'timed-'));
    const server = await OwnDatabase.make();
    const clock = { at, now: () => clock.at };
    const ports = { HTTP_PORT: '0', RADIUS_AUTH_PORT: '0', RADIUS_ACCT_PORT: '0', BIND_ADDRESS: '127.0.0.1' };
    const rest = { JOBS: 'off', NAS_ALLOWED_NETWORKS: '127.0.0.0/8', ADMIN_API_KEY, SECRETS_KEY: '5e'.repeat(32) };
    const config = readConfig({ ...ports, ...rest, DATA_DIR: folder, DATABASE_URL: server.url });
    const node = await startNode(config, createLog('error'), clock);
    const db = await openDatabase({ url: server.url, log: createLog('error'), connections: 3 });
    return new TimedNode({ node, folder, server, db, clock });
  }

  /** The server administrator. */
  get admin(): Api {
    return new Api(`http://127.0.0.1:${this.#parts.node.httpPort}`, { userid: 1, api_key: ADMIN_API_KEY });
  }

  /** The NAS at 127.0.0.1, as it logs subscribers in. */
  get door(): Caller {
    return { port: this.#parts.node.authPort, secret: NAS_SECRET };
  }

  get now(): Date {
    return this.#parts.clock.at;
  }

  /** Another moment, at which the services' clock has not been turned yet. */
  set now(moment: Date) {
    this.#parts.clock.at = moment;
  }

  /** Each day until a moment, and on each the clock of the services is turned, as a job does it elsewhere. */
  async until(moment: Date): Promise<void> {
    while (this.now < moment) {
      this.now = new Date(Math.min(this.now.getTime() + DAY_MS, moment.getTime()));
      const { failed } = await advanceServices({ ...this.#parts, log: createLog('error') });
      if (failed > 0) throw new Error(`the clock could not bring ${failed} services to ${this.now.toISOString()}`);
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
