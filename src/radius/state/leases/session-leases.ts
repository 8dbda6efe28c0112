import { problemOf } from '../../../db/problem.ts';
import { RowParameters } from '../../../db/sql/row-parameters.ts';
import { BatchQueue } from '../batch/batch-queue.ts';
import type { PersistentConnection } from '../batch/persistent-connection.ts';

/** While the database is unavailable; the NASes of the log-ins that are dropped have retransmitted by then. */
const MAX_WAITING = 10_000;
/** Log-ins of one service on the single way of `Leases`, at another node, may come between. */
const MAX_ATTEMPTS = 6;

/** For a session of a service that may have several. */
export interface Among {
  /** The key of the session of the same line whose place it takes: its lease goes on. Null: unknown, or there was none. */
  readonly replacedKey: string | null;
  /** How many lines the service may have. */
  readonly limit: number;
}

interface SessionLeaseRequest extends Among {
  readonly serviceId: number;
  readonly poolId: number;
  /** Of prefixes alone. */
  readonly kind: string | null;
  readonly sessionKey: string;
}

interface PendingLease extends SessionLeaseRequest {
  readonly attempt: number;
  readonly resolve: (lease: string | null) => void;
  readonly reject: (error: unknown) => void;
}

const REQUESTS = new RowParameters<SessionLeaseRequest>([
  ['service_id', 'int', ({ serviceId }) => serviceId],
  ['pool_id', 'int', ({ poolId }) => poolId],
  ['kind', 'text', ({ kind }) => kind],
  ['session_key', 'text', ({ sessionKey }) => sessionKey],
  ['replaced_key', 'text', ({ replacedKey }) => replacedKey],
  ['most', 'int', ({ limit }) => limit],
]);

const statement = (name: string, lease: string) => ({
  name,
  text: `SELECT w.ord::int AS ord, ${lease} AS lease FROM ${REQUESTS.unnest('w', 'ord')}`,
});

export const ADDRESSES = statement(
  'lease to sessions',
  'host(radius.lease_for_session(w.service_id, w.pool_id, w.session_key, w.replaced_key, w.most))',
);
export const PREFIXES = statement(
  'lease prefixes to sessions',
  'text(radius.lease_prefix_for_session(w.service_id, w.pool_id, w.kind, w.session_key, w.replaced_key, w.most))',
);

/**
 * Leases to the sessions of services that may have several: each has a lease of its own, which its key tells. The rules are in the
 * database, since the log-ins of such a service must be looked at one after another. A batch of them is one statement.
 */
export class SessionLeases {
  readonly #connection: PersistentConnection;
  readonly #statement: typeof ADDRESSES;
  readonly #requests: BatchQueue<PendingLease>;

  constructor(connection: PersistentConnection, leases: typeof ADDRESSES) {
    this.#connection = connection;
    this.#statement = leases;
    this.#requests = new BatchQueue((requests) => this.#lease(requests), {
      maxItems: 100,
      maxWaiting: MAX_WAITING,
      onDrop: ({ reject }) => reject(new Error('too many log-ins wait for a lease')),
    });
  }

  /** The address or prefix; null when the pool is exhausted. @throws when the database is unavailable */
  lease(request: SessionLeaseRequest): Promise<string | null> {
    return new Promise((resolve, reject) => this.#requests.add({ ...request, attempt: 1, resolve, reject }));
  }

  async #lease(requests: readonly PendingLease[]): Promise<void> {
    // In one order on all nodes, so that none waits for another in a circle.
    const ordered = requests.toSorted((one, other) => one.serviceId - other.serviceId);
    try {
      const rows = await this.#connection.query<{ ord: number; lease: string | null }>({
        ...this.#statement,
        values: REQUESTS.values(ordered),
      });
      for (const { ord, lease } of rows) ordered[ord - 1]?.resolve(lease);
    } catch (error) {
      const kind = problemOf(error)?.kind;
      const isRace = kind === 'unique' || kind === 'conflict';
      for (const request of requests) {
        if (isRace && request.attempt < MAX_ATTEMPTS) this.#requests.add({ ...request, attempt: request.attempt + 1 });
        else request.reject(error);
      }
    }
  }
}
