import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { query, sql } from '../../../db/sql.ts';
import { logThrottled } from '../../../db/throttled-log.ts';
import type { Directory } from './directory.ts';
import type { IdentityRow } from './identities.ts';
import { readAllServices, readServices } from './read-services.ts';

const RETRY_MS = 500;

/** Reads services and their identities into the directory: some at once, or all of them in the background. */
export class ServiceLoader {
  readonly #directory: Directory;
  #stopped = false;
  /** The background reload, while one runs, and whether another must follow it. */
  #reloading: Promise<void> | undefined;
  #reloadAgain = false;
  /** Services that changed while all were being read: their rows may have been read before the change. */
  #changedMeanwhile: Set<number> | undefined;

  constructor(directory: Directory) {
    this.#directory = directory;
  }

  /** Whether all services have been read once. */
  get loaded(): boolean {
    return this.#directory.services.loaded;
  }

  stop(): void {
    this.#stopped = true;
  }

  async reload(ids: readonly number[]): Promise<void> {
    for (const id of ids) this.#changedMeanwhile?.add(id);
    const { options, services, identities } = this.#directory;
    const [rows, identityRows] = await Promise.all([
      readServices(options.pool, ids),
      readIdentities(options.pool, ids),
    ]);
    const found = new Set(rows.map(([id]) => id));
    await this.#directory.putServices(rows);
    identities.replace(ids, identityRows, this.#directory.generation);
    for (const id of ids) if (!found.has(id)) services.remove(id);
  }

  /** Reads all services in the background; notifications take effect meanwhile. */
  reloadAll(): void {
    this.#reloadAgain = true;
    this.#reloading ??= this.#reloadUntilDone().finally(() => {
      this.#reloading = undefined;
    });
  }

  /** Calls back after the running reload. The first one, which fills the directory, is not waited for. */
  afterReload(callback: () => void): void {
    if (this.loaded && this.#reloading !== undefined) void this.#reloading.then(callback);
    else callback();
  }

  async #reloadUntilDone(): Promise<void> {
    while (this.#reloadAgain && !this.#stopped) {
      this.#reloadAgain = false;
      try {
        await this.#readAll();
        this.#directory.services.loaded = true;
      } catch (error) {
        this.#reloadAgain = true;
        logThrottled(this.#directory.options.log, { err: error }, 'cannot read services; retrying');
        await sleep(RETRY_MS);
      }
    }
  }

  async #readAll(): Promise<void> {
    const directory = this.#directory;
    const isFirst = directory.services.size === 0;
    directory.generation += 1;
    this.#changedMeanwhile = new Set();
    await this.#readAllIdentities();
    for await (const rows of readAllServices(directory.options.pool)) {
      if (this.#stopped) return;
      await directory.putServices(rows);
    }
    // What is put meanwhile is of this generation.
    if (!isFirst) await directory.services.sweep(directory.generation);
    const changed = [...this.#changedMeanwhile];
    this.#changedMeanwhile = undefined;
    if (changed.length > 0) await this.reload(changed);
  }

  /** Before the services: who presents an identity that is not in memory yet gets no answer. */
  async #readAllIdentities(): Promise<void> {
    const { options, identities, generation } = this.#directory;
    for await (const rows of readAllIdentities(options.pool)) {
      if (this.#stopped) return;
      for (const row of rows) identities.put(row, generation);
    }
    await identities.sweep(generation);
    identities.loaded = true;
  }
}

const COLUMNS = sql`i.isp_id AS "ispId", i.service_id AS "serviceId", i.circuit_id AS "circuitId",
  i.remote_id AS "remoteId", i.mac`;

const PAGE = 2_500;

async function readIdentities(pool: pg.Pool, serviceIds: readonly number[]): Promise<IdentityRow[]> {
  return query<IdentityRow>(
    pool,
    sql`SELECT ${COLUMNS} FROM crm.service_identity i WHERE i.service_id = ANY(${serviceIds}::int[])`,
  );
}

/** All identities in pages by id, so that packets are answered in between. */
async function* readAllIdentities(pool: pg.Pool): AsyncGenerator<readonly IdentityRow[]> {
  for (let after = 0; ; ) {
    const rows = await query<IdentityRow & { readonly id: number }>(
      pool,
      sql`SELECT i.id, ${COLUMNS} FROM crm.service_identity i WHERE i.id > ${after} ORDER BY i.id LIMIT ${PAGE}`,
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.id;
  }
}
