import { addressesIn } from '../config/database-hosts.ts';
import type { Logger } from '../config/log.ts';

/** A search that found none is not repeated sooner. */
const PAUSE_MS = 500;

/** Whether the server at this address can be written to. @throws when it does not answer */
export type Probe = (address: string) => Promise<boolean>;

/**
 * The servers of `DATABASE_URL`, of which one can be written to: after a failover another one. When a
 * connection meets another one, `doubt` asks them all at once; connections opened afterwards go to the one that was found.
 */
export class Servers {
  readonly #addresses: readonly string[];
  readonly #probe: Probe;
  readonly #log: Pick<Logger, 'info'>;
  #current: string;
  #searching: Promise<boolean> | undefined;
  #searchedAt = Number.NEGATIVE_INFINITY;

  /** @throws TypeError for an address that is none */
  constructor(url: string, probe: Probe, log: Pick<Logger, 'info'>) {
    const addresses = addressesIn(url);
    if (!addresses) throw new TypeError('not the address of a PostgreSQL database');
    this.#addresses = addresses;
    this.#current = addresses[0] as string;
    this.#probe = probe;
    this.#log = log;
  }

  /** Of the server to connect to. */
  get url(): string {
    return this.#current;
  }

  get areSeveral(): boolean {
    return this.#addresses.length > 1;
  }

  /** The current server does not answer, or cannot be written to. */
  doubt(): void {
    if (this.areSeveral && performance.now() - this.#searchedAt > PAUSE_MS) void this.search().catch(() => undefined);
  }

  /**
   * Asks all servers at once; the first that can be written to becomes the current one. False if there is none.
   * @throws the error of the first server if none answers
   */
  search(): Promise<boolean> {
    this.#searching ??= this.#search().finally(() => {
      this.#searching = undefined;
      this.#searchedAt = performance.now();
    });
    return this.#searching;
  }

  async #search(): Promise<boolean> {
    const probes = this.#addresses.map(async (address) => ((await this.#probe(address)) ? address : null));
    const found = await firstOf(probes);
    if (found === null) return false;
    if (found !== this.#current) this.#log.info({ host: new URL(found).host }, 'the database is now at this server');
    this.#current = found;
    return true;
  }
}

/** The first address; null if there is none. @throws the first error if all fail */
async function firstOf(probes: readonly Promise<string | null>[]): Promise<string | null> {
  const found = probes.map((probe) => probe.then((address) => address ?? Promise.reject(new NotFound())));
  try {
    return await Promise.any(found);
  } catch (error) {
    const { errors } = error as AggregateError;
    if (errors.every((each) => !(each instanceof NotFound))) throw errors[0];
    return null;
  }
}

class NotFound extends Error {}
