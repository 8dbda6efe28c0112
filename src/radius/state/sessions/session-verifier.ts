import type pg from 'pg';
import { BatchQueue } from '../batch/batch-queue.ts';
import type { OpenSession, OpenSessions } from './open-sessions.ts';
import { readOpenSessionsOf } from './read-open-sessions.ts';

/** Nobody waits longer for a database that is silent: its subscriber would be asked to wait for nothing. */
const PATIENCE_MS = 1_000;
/** Who waits behind so many has been answered from memory long ago. */
const MAX_WAITING = 10_000;

interface Verification {
  readonly serviceId: number;
  /** What memory had when it was asked. */
  readonly open: OpenSession | undefined;
  readonly answer: () => void;
}

/**
 * Looks up what stands in the way of a log-in, or may: the database knows what another node or a job opened or
 * ended. Questions gather into one query. While the database is away, memory is right.
 */
export class SessionVerifier {
  readonly #pool: pg.Pool;
  readonly #online: OpenSessions;
  readonly #questions: BatchQueue<Verification>;

  constructor(pool: pg.Pool, online: OpenSessions) {
    this.#pool = pool;
    this.#online = online;
    this.#questions = new BatchQueue((questions) => this.#ask(questions), {
      maxItems: 500,
      maxWaiting: MAX_WAITING,
      onDrop: ({ answer }) => answer(),
    });
  }

  /** Resolves when memory is up to date about the service, or cannot be. */
  verify(serviceId: number): Promise<void> {
    const open = this.#online.get(serviceId);
    return new Promise((resolve) => {
      const patience = setTimeout(resolve, PATIENCE_MS);
      const answer = () => {
        clearTimeout(patience);
        resolve();
      };
      this.#questions.add({ serviceId, open, answer });
    });
  }

  async #ask(questions: readonly Verification[]): Promise<void> {
    try {
      const found = await readOpenSessionsOf(this.#pool, [...new Set(questions.map(({ serviceId }) => serviceId))]);
      for (const question of questions) this.#correct(question, found.get(question.serviceId));
    } catch {
      // Memory stays as it is.
    } finally {
      for (const { answer } of questions) answer();
    }
  }

  #correct({ serviceId, open }: Verification, found: OpenSession | undefined): void {
    this.#online.markVerified(serviceId);
    if (this.#online.get(serviceId) !== open) return; // something newer was heard meanwhile
    // Nobody but this node knows of a session that was only granted.
    const isGrant = open?.acctSessionId === null;
    if (found && !(isGrant && open.seenAt > found.seenAt)) this.#online.put(found);
    else if (!found && !isGrant) this.#online.forget(serviceId);
  }
}
