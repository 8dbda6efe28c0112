import type pg from 'pg';
import { BatchQueue } from '../batch/batch-queue.ts';
import type { OpenSessions } from './open-sessions.ts';
import { readOpenSessionsOf } from './read-open-sessions.ts';
import type { OpenSession } from './session.ts';

/** How long a log-in waits for a silent database before it is decided from memory. */
const TIMEOUT_MS = 1_000;
/** Beyond this many, the oldest have been decided from memory long ago. */
const MAX_WAITING = 10_000;

interface Verification {
  readonly serviceId: number;
  /** Of the sessions in memory at the time of the call. */
  readonly revision: number | string;
  readonly resolve: () => void;
}

/**
 * Looks up the sessions that stand in the way of a log-in, or may: the database knows what another node or a job has
 * opened or ended. Verifications are batched into one query. While the database is unavailable, memory decides.
 */
export class SessionVerifier {
  readonly #pool: pg.Pool;
  readonly #openSessions: OpenSessions;
  readonly #verifications: BatchQueue<Verification>;

  constructor(pool: pg.Pool, openSessions: OpenSessions) {
    this.#pool = pool;
    this.#openSessions = openSessions;
    this.#verifications = new BatchQueue((verifications) => this.#query(verifications), {
      maxItems: 500,
      maxWaiting: MAX_WAITING,
      onDrop: ({ resolve }) => resolve(),
    });
  }

  /** Resolves when memory is up to date about the service, or cannot be. */
  verify(serviceId: number): Promise<void> {
    const revision = this.#openSessions.held.revisionOf(serviceId);
    return new Promise((resolvePromise) => {
      const timer = setTimeout(resolvePromise, TIMEOUT_MS);
      const resolve = () => {
        clearTimeout(timer);
        resolvePromise();
      };
      this.#verifications.add({ serviceId, revision, resolve });
    });
  }

  async #query(verifications: readonly Verification[]): Promise<void> {
    try {
      const ids = [...new Set(verifications.map(({ serviceId }) => serviceId))];
      const found = await readOpenSessionsOf(this.#pool, ids);
      for (const verification of verifications) this.#correct(verification, found.get(verification.serviceId) ?? []);
    } catch {
      // Memory stays as it is.
    } finally {
      for (const { resolve } of verifications) resolve();
    }
  }

  #correct({ serviceId, revision }: Verification, found: readonly OpenSession[]): void {
    this.#openSessions.markVerified(serviceId);
    // Else a packet has brought something newer.
    if (this.#openSessions.held.revisionOf(serviceId) === revision) this.#openSessions.verified(serviceId, found);
  }
}
