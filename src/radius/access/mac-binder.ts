import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '../../config/log.ts';
import { execute, sql } from '../../db/sql.ts';
import { logThrottled } from '../../db/throttled-log.ts';
import { BatchQueue } from '../state/batch/batch-queue.ts';
import type { Service } from '../state/directory/service.ts';
import type { Binding, Services } from '../state/directory/services.ts';

const RETRY_MS = 1_000;

/**
 * Binds services to the MAC address of their first log-in: in memory at once, in the database after the answer. A change of
 * the MAC address that is made meanwhile wins. A binding lost in a crash is made again at the next log-in.
 */
export class MacBinder {
  readonly #pool: pg.Pool;
  readonly #services: Services;
  readonly #log: Logger;
  readonly #queue: BatchQueue<Binding>;
  #stopped = false;

  constructor(pool: pg.Pool, services: Services, log: Logger) {
    this.#pool = pool;
    this.#services = services;
    this.#log = log;
    this.#queue = new BatchQueue((bindings) => this.#write(bindings), { maxItems: 1_000 });
  }

  bind(service: Service, mac: string): void {
    const binding = { id: service.id, generation: service.macGeneration, mac };
    this.#services.bind(binding);
    this.#queue.add(binding);
  }

  stop(): Promise<void> {
    this.#stopped = true;
    return this.#queue.idle();
  }

  async #write(bindings: readonly Binding[]): Promise<void> {
    // A service that was changed meanwhile is skipped; the notification of its change brings it into memory.
    const statement = sql`UPDATE crm.service s SET mac = b.mac, updated_at = now(), updated_by = 'radius'
      FROM unnest(${bindings.map(({ id }) => id)}::int[], ${bindings.map(({ generation }) => generation)}::int[],
        ${bindings.map(({ mac }) => mac)}::text[]) AS b (id, generation, mac)
      WHERE s.id = b.id AND s.mac_generation = b.generation AND s.mac IS NULL AND s.mac_bind = 'Auto'
        AND s.deleted_at IS NULL`;
    for (;;) {
      try {
        await execute(this.#pool, statement);
        for (const binding of bindings) this.#services.bindingSaved(binding);
        return;
      } catch (error) {
        if (this.#stopped) return;
        logThrottled(this.#log, { err: error }, 'cannot save MAC bindings; retrying');
        await sleep(RETRY_MS);
      }
    }
  }
}
