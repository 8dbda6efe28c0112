import type pg from 'pg';
import type { Logger } from '../../config/log.ts';
import { execute, sql } from '../../db/sql.ts';
import { logTrouble } from '../../db/trouble.ts';
import { Gatherer } from '../batch/gatherer.ts';
import type { Service } from '../directory/service.ts';
import type { Services } from '../directory/services.ts';

interface Binding {
  readonly id: number;
  readonly mac: string;
}

const RETRY_MS = 1_000;

/** Binds services to the first MAC address that they log in from: in memory at once, in the database behind the answer. */
export class MacBinder {
  readonly #pool: pg.Pool;
  readonly #services: Services;
  readonly #log: Logger;
  readonly #queue: Gatherer<Binding>;
  #stopped = false;

  constructor(pool: pg.Pool, services: Services, log: Logger) {
    this.#pool = pool;
    this.#services = services;
    this.#log = log;
    this.#queue = new Gatherer((bindings) => this.#write(bindings), { most: 1_000 });
  }

  bind(service: Service, mac: string): void {
    this.#services.bind(service, mac);
    this.#queue.add({ id: service.id, mac });
  }

  stop(): Promise<void> {
    this.#stopped = true;
    return this.#queue.idle();
  }

  async #write(bindings: readonly Binding[]): Promise<void> {
    // A binding that is made elsewhere meanwhile stands, and comes into memory by its notification.
    const statement = sql`UPDATE crm.service s SET mac = b.mac, updated_at = now(), updated_by = 'radius'
      FROM unnest(${bindings.map(({ id }) => id)}::int[], ${bindings.map(({ mac }) => mac)}::text[]) AS b (id, mac)
      WHERE s.id = b.id AND s.mac IS NULL AND s.mac_bind = 'Auto' AND s.deleted_at IS NULL`;
    for (;;) {
      try {
        await execute(this.#pool, statement);
        for (const { id } of bindings) this.#services.isBound(id);
        return;
      } catch (error) {
        if (this.#stopped) return;
        logTrouble(this.#log, { err: error }, 'MAC addresses could not be bound in the database; trying again');
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }
}
