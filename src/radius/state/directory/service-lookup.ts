import { BatchQueue } from '../batch/batch-queue.ts';
import type { Directory } from './directory.ts';
import { readServicesByName } from './read-services.ts';
import type { Service } from './service.ts';

interface Lookup {
  readonly ispId: number;
  readonly username: string;
  readonly found: (service: Service | undefined) => void;
  readonly failed: (error: unknown) => void;
}

/** How long a name that the database does not know is not asked for again, and how many such names are kept. */
const UNKNOWN_MS = 2_000;
const MAX_UNKNOWN = 10_000;
/** While the database is slow or away; those that wait longest have been asked for again by their NAS. */
const MAX_WAITING = 10_000;

/**
 * Asks the database for services that are not in memory: while the directory is being filled, and for a username whose
 * lowercase form PostgreSQL sees otherwise. Questions gather into one, so a flood of unknown names is a few queries.
 */
export class ServiceLookup {
  readonly #directory: Directory;
  readonly #questions: BatchQueue<Lookup>;
  readonly #unknown = new Map<string, number>();

  constructor(directory: Directory) {
    this.#directory = directory;
    this.#questions = new BatchQueue((misses) => this.#ask(misses), {
      maxItems: 500,
      maxWaiting: MAX_WAITING,
      onDrop: ({ failed }) => failed(new Error('too many log-ins wait for the database')),
    });
  }

  /** @throws when the database cannot be asked */
  async find(ispId: number, username: string): Promise<Service | undefined> {
    const until = this.#unknown.get(`${ispId}:${username}`);
    if (until !== undefined && until > Date.now()) return undefined;
    return new Promise((found, failed) => this.#questions.add({ ispId, username, found, failed }));
  }

  async #ask(misses: readonly Lookup[]): Promise<void> {
    try {
      const rows = await readServicesByName(this.#directory.options.pool, misses);
      await this.#directory.putServices(rows);
      const byName = new Map(rows.map((row) => [`${row[1]}:${row[4]}`, row[0]]));
      for (const miss of misses) {
        const id = byName.get(`${miss.ispId}:${miss.username.toLowerCase()}`);
        const service = id === undefined ? undefined : this.#directory.services.byId(id);
        if (!service) this.#forget(miss);
        miss.found(service);
      }
    } catch (error) {
      for (const miss of misses) miss.failed(error);
    }
  }

  #forget({ ispId, username }: Lookup): void {
    if (this.#unknown.size >= MAX_UNKNOWN) this.#unknown.clear();
    this.#unknown.set(`${ispId}:${username}`, Date.now() + UNKNOWN_MS);
  }
}
