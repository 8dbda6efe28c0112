import type pg from 'pg';
import { problemOf } from '../../../db/problem.ts';
import { BatchQueue } from '../batch/batch-queue.ts';
import { PersistentConnection } from '../batch/persistent-connection.ts';
import { type LeasedPrefix, PREFIX_STATEMENT, type PrefixRequest, prefixValues } from './prefix-statement.ts';
import { PREFIXES, SessionLeases } from './session-leases.ts';

/** While the database is unavailable; the NASes of the log-ins that are dropped have retransmitted by then. */
const MAX_WAITING = 10_000;
/** Another node may take the same prefixes at the same moment; then this one finds others. */
const MAX_ATTEMPTS = 6;

interface PendingLease extends PrefixRequest {
  readonly attempt: number;
  readonly resolve: (prefix: string | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Leases IPv6 prefixes of our pools, as `Leases` does addresses. */
export class PrefixLeases {
  readonly #connection: PersistentConnection;
  readonly #requests: BatchQueue<PendingLease>;
  readonly #sessionLeases: SessionLeases;

  constructor(pool: pg.Pool) {
    this.#connection = new PersistentConnection(pool);
    this.#sessionLeases = new SessionLeases(this.#connection, PREFIXES);
    this.#requests = new BatchQueue((requests) => this.#lease(requests), {
      maxItems: 500,
      maxWaiting: MAX_WAITING,
      onDrop: ({ reject }) => reject(new Error('too many log-ins wait for an IPv6 prefix')),
    });
  }

  /** The prefix; null when the pool is exhausted. @throws when the database is unavailable */
  lease({ among, ...request }: PrefixRequest): Promise<string | null> {
    if (among) return this.#sessionLeases.lease({ ...request, ...among });
    return new Promise((resolve, reject) => this.#requests.add({ ...request, attempt: 1, resolve, reject }));
  }

  /** Closes the connection; pending requests fail. */
  stop(): void {
    this.#connection.close();
  }

  async #lease(requests: readonly PendingLease[]): Promise<void> {
    // Concurrent log-ins of a service get the same prefix; the last one holds the lease.
    const latest = new Map(requests.map((request) => [keyOf(request.serviceId, request.kind), request]));
    const ordered = [...latest.values()].sort((one, other) => one.serviceId - other.serviceId);
    try {
      const rows = await this.#connection.query<LeasedPrefix>({
        name: 'lease prefixes',
        text: PREFIX_STATEMENT,
        values: prefixValues(ordered),
      });
      const prefixes = new Map(rows.map(({ service_id, kind, prefix }) => [keyOf(service_id, kind), prefix]));
      // After the next batch is sent, so that the database works on it meanwhile.
      setImmediate(() => {
        for (const request of requests) this.#settle(request, prefixes.get(keyOf(request.serviceId, request.kind)));
      });
    } catch (error) {
      const kind = problemOf(error)?.kind;
      const isRace = kind === 'unique' || kind === 'conflict';
      for (const request of requests) if (!isRace || !this.#repeat(request)) request.reject(error);
    }
  }

  #settle(request: PendingLease, prefix: string | undefined): void {
    if (prefix !== undefined || !this.#repeat(request)) request.resolve(prefix ?? null);
  }

  /** False after too many attempts. */
  #repeat(request: PendingLease): boolean {
    if (request.attempt === MAX_ATTEMPTS) return false;
    this.#requests.add({ ...request, attempt: request.attempt + 1 });
    return true;
  }
}

const keyOf = (serviceId: number, kind: string): string => `${serviceId} ${kind}`;
