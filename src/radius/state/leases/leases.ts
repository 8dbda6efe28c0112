import type pg from 'pg';
import { BatchQueue } from '../batch/batch-queue.ts';
import { PersistentConnection } from '../batch/persistent-connection.ts';
import { LEASE_STATEMENT, type LeaseRequest, leaseValues } from './lease-statement.ts';
import { ADDRESSES, SessionLeases } from './session-leases.ts';

/** While the database is unavailable; the NASes of the log-ins that are dropped have retransmitted by then. */
const MAX_WAITING = 10_000;

interface PendingLease extends LeaseRequest {
  readonly resolve: (ip: string | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Leases addresses of our pools: a batch of requests is one statement, committed before the log-ins are answered. A
 * service gets the address it has, else the one it had last, else the one that has been free longest.
 */
export class Leases {
  readonly #connection: PersistentConnection;
  readonly #requests: BatchQueue<PendingLease>;
  readonly #sessionLeases: SessionLeases;

  constructor(pool: pg.Pool) {
    this.#connection = new PersistentConnection(pool);
    this.#sessionLeases = new SessionLeases(this.#connection, ADDRESSES);
    this.#requests = new BatchQueue((requests) => this.#lease(requests), {
      maxItems: 500,
      maxWaiting: MAX_WAITING,
      onDrop: ({ reject }) => reject(new Error('too many log-ins wait for an address')),
    });
  }

  /** The address; null when the pool is exhausted. @throws when the database is unavailable */
  lease({ among, ...request }: LeaseRequest): Promise<string | null> {
    if (among) return this.#sessionLeases.lease({ ...request, ...among, kind: null });
    return new Promise((resolve, reject) => this.#requests.add({ ...request, resolve, reject }));
  }

  /** Closes the connection; pending requests fail. */
  stop(): void {
    this.#connection.close();
  }

  async #lease(requests: readonly PendingLease[]): Promise<void> {
    // Concurrent log-ins of a service get the same address; the last one holds the lease.
    const latest = new Map(requests.map((request) => [request.serviceId, request]));
    const ordered = [...latest.values()].sort((one, other) => one.serviceId - other.serviceId);
    try {
      const rows = await this.#connection.query<{ service_id: number; ip: string }>({
        name: 'lease',
        text: LEASE_STATEMENT,
        values: leaseValues(ordered),
      });
      const ips = new Map(rows.map((row) => [row.service_id, row.ip]));
      // After the next batch is sent, so that the database works on it meanwhile.
      setImmediate(() => {
        for (const request of requests) request.resolve(ips.get(request.serviceId) ?? null);
      });
    } catch (error) {
      for (const request of requests) request.reject(error);
    }
  }
}
