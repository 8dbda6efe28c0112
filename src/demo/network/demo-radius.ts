import { Registry } from 'prom-client';
import type { Kernel } from '../../core/kernel.ts';
import { AuthLog } from '../../radius/access/auth-log.ts';
import { MacBinder } from '../../radius/access/mac-binder.ts';
import { DatabaseRecorder } from '../../radius/accounting/database-recorder.ts';
import type { SessionRecord } from '../../radius/accounting/record/record.ts';
import { createRadiusMetrics } from '../../radius/server/radius-metrics.ts';
import { PersistentConnection } from '../../radius/state/batch/persistent-connection.ts';
import { Directory } from '../../radius/state/directory/directory.ts';
import { readAllServices } from '../../radius/state/directory/read-services.ts';
import { Leases } from '../../radius/state/leases/leases.ts';

type NetworkOptions = Pick<Kernel, 'db' | 'log' | 'secretsKeys'>;

/**
 * The parts of a RADIUS node that turn log-ins and accounting into rows, over the database of a history: the directory, the
 * leases, the authentication log, the binding of MAC addresses, and the recorder with its statements for whole batches.
 */
export class DemoRadius {
  readonly leases: Leases;
  readonly authLog: AuthLog;
  readonly #options: NetworkOptions;
  readonly #recorder: DatabaseRecorder;
  #directory: Directory;
  #binder: MacBinder;

  constructor(options: NetworkOptions) {
    const { db, log } = options;
    const metrics = createRadiusMetrics(new Registry());
    this.#options = options;
    this.leases = new Leases(db.pool);
    this.authLog = new AuthLog(db.pool, metrics, log);
    const connection = new PersistentConnection(db.pool);
    // Of the past there are days; minutes begin with the first node.
    this.#recorder = new DatabaseRecorder({ connection, transfers: { count: () => undefined }, metrics, log });
    this.#directory = this.#newDirectory();
    this.#binder = new MacBinder(db.pool, this.#directory.services, log);
  }

  get directory(): Directory {
    return this.#directory;
  }

  bind(...binding: Parameters<MacBinder['bind']>): void {
    this.#binder.bind(...binding);
  }

  /** Reads everything anew, so that log-ins are decided by what the day has changed. */
  async refresh(): Promise<void> {
    await this.#binder.stop();
    const directory = this.#newDirectory();
    await directory.refreshIsps(null);
    await directory.refreshPlans(null);
    await directory.refreshNases(null);
    for await (const rows of readAllServices(this.#options.db.pool)) await directory.putServices(rows);
    this.#directory = directory;
    this.#binder = new MacBinder(this.#options.db.pool, directory.services, this.#options.log);
  }

  /** @throws Error if one of them cannot be saved */
  async record(records: readonly SessionRecord[]): Promise<void> {
    if (records.length === 0) return;
    const { refused } = await this.#recorder.record(records);
    if (refused.size > 0) throw new Error(`${refused.size} accounting records of the demo were refused`);
  }

  /** Resolves when everything is written. */
  async stop(): Promise<void> {
    this.#recorder.stop();
    await Promise.all([this.authLog.stop(), this.#binder.stop()]);
  }

  #newDirectory(): Directory {
    const { db, secretsKeys, log } = this.#options;
    return new Directory({ pool: db.pool, secretsKeys, log });
  }
}
