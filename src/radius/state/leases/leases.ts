import type pg from 'pg';
import { BatchQueue } from '../batch/batch-queue.ts';
import { PersistentConnection } from '../batch/persistent-connection.ts';
import { LEASE_STATEMENT, leaseValues } from './lease-statement.ts';

export interface LeaseRequest {
  readonly serviceId: number;
  readonly poolId: number;
  /** Class of the log-in: only the session that has the lease releases it. */
  readonly sessionKey: string;
}

/** While the database is away; those that wait longest have been asked for again by their NAS. */
const MAX_WAITING = 10_000;

interface PendingLease extends LeaseRequest {
  readonly done: (ip: string | null) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Leases addresses of our pools, a batch in one statement and committed before the log-in is answered. A service keeps
 * the address it has, comes back to the one it had last, and else gets the one that is unused the longest.
 */
export class Leases {
  readonly #connection: PersistentConnection;
  readonly #requests: BatchQueue<PendingLease>;

  constructor(pool: pg.Pool) {
    this.#connection = new PersistentConnection(pool);
    this.#requests = new BatchQueue((requests) => this.#lease(requests), {
      maxItems: 500,
      maxWaiting: MAX_WAITING,
      onDrop: ({ failed }) => failed(new Error('too many log-ins wait for an address')),
    });
  }

  /** The address; null when the pool has none left. @throws when the database is away */
  lease(request: LeaseRequest): Promise<string | null> {
    return new Promise((done, failed) => this.#requests.add({ ...request, done, failed }));
  }

  /** Lets go of the connection; what is under way fails. */
  stop(): void {
    this.#connection.close();
  }

  async #lease(requests: readonly PendingLease[]): Promise<void> {
    // Two log-ins of one service at a time get the same address; the later one has the lease.
    const latest = new Map(requests.map((request) => [request.serviceId, request]));
    const ordered = [...latest.values()].sort((one, other) => one.serviceId - other.serviceId);
    try {
      const rows = await this.#connection.query<{ service_id: number; ip: string }>({
        name: 'lease',
        text: LEASE_STATEMENT,
        values: leaseValues(ordered),
      });
      const ips = new Map(rows.map((row) => [row.service_id, row.ip]));
      // Behind the sending of the next batch, on which the database works meanwhile.
      setImmediate(() => {
        for (const request of requests) request.done(ips.get(request.serviceId) ?? null);
      });
    } catch (error) {
      for (const request of requests) request.failed(error);
    }
  }
}
