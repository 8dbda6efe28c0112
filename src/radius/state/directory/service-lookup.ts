import { BatchQueue } from '../batch/batch-queue.ts';
import type { Directory } from './directory.ts';
import { readServices, readServicesByName } from './read-services.ts';
import type { Service } from './service.ts';

interface Lookup {
  readonly ispId: number;
  readonly username: string;
  readonly resolve: (service: Service | undefined) => void;
  readonly reject: (error: unknown) => void;
}

interface IdLookup extends Pick<Lookup, 'resolve' | 'reject'> {
  readonly id: number;
}

/** How long a name that the database does not have is not queried again, in milliseconds. */
const UNKNOWN_MS = 2_000;
const MAX_UNKNOWN = 10_000;
/** While the database is slow or unavailable; the NASes of the log-ins that are dropped have retransmitted by then. */
const MAX_WAITING = 10_000;

/**
 * Finds services in the database that are not in memory: while the directory is being filled, and for usernames that
 * PostgreSQL and JavaScript convert to lowercase differently. Lookups are batched, so a flood of unknown names is a few
 * queries.
 */
export class ServiceLookup {
  readonly #directory: Directory;
  readonly #lookups: BatchQueue<Lookup>;
  readonly #byId: BatchQueue<IdLookup>;
  /** Unknown names, and until when they count as unknown. */
  readonly #unknown = new Map<string, number>();

  constructor(directory: Directory) {
    this.#directory = directory;
    const onDrop = ({ reject }: Pick<Lookup, 'reject'>) => reject(new Error('too many log-ins wait for the database'));
    const limits = { maxItems: 500, maxWaiting: MAX_WAITING };
    this.#lookups = new BatchQueue<Lookup>((lookups) => this.#query(lookups), { ...limits, onDrop });
    this.#byId = new BatchQueue<IdLookup>((lookups) => this.#queryIds(lookups), { ...limits, onDrop });
  }

  /** @throws when the database cannot be queried */
  async find(ispId: number, username: string): Promise<Service | undefined> {
    const until = this.#unknown.get(`${ispId}:${username}`);
    if (until !== undefined && until > Date.now()) return undefined;
    return new Promise((resolve, reject) => this.#lookups.add({ ispId, username, resolve, reject }));
  }

  /** @throws when the database cannot be queried */
  findById(id: number): Promise<Service | undefined> {
    return new Promise((resolve, reject) => this.#byId.add({ id, resolve, reject }));
  }

  async #queryIds(lookups: readonly IdLookup[]): Promise<void> {
    const ids = lookups.map(({ id }) => id);
    try {
      await this.#directory.putServices(await readServices(this.#directory.options.pool, ids));
      for (const { id, resolve } of lookups) resolve(this.#directory.services.byId(id));
    } catch (error) {
      for (const { reject } of lookups) reject(error);
    }
  }

  async #query(lookups: readonly Lookup[]): Promise<void> {
    try {
      const rows = await readServicesByName(this.#directory.options.pool, lookups);
      await this.#directory.putServices(rows);
      const idByName = new Map(rows.map((row) => [`${row[1]}:${row[4]}`, row[0]]));
      for (const lookup of lookups) {
        const id = idByName.get(`${lookup.ispId}:${lookup.username.toLowerCase()}`);
        const service = id === undefined ? undefined : this.#directory.services.byId(id);
        if (!service) this.#rememberUnknown(lookup);
        lookup.resolve(service);
      }
    } catch (error) {
      for (const { reject } of lookups) reject(error);
    }
  }

  #rememberUnknown({ ispId, username }: Lookup): void {
    if (this.#unknown.size >= MAX_UNKNOWN) this.#unknown.clear();
    this.#unknown.set(`${ispId}:${username}`, Date.now() + UNKNOWN_MS);
  }
}
