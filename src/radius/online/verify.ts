import type pg from 'pg';
import { Gatherer } from '../batch/gatherer.ts';
import type { OpenSession, OpenSessions } from './open-sessions.ts';
import { readOpenSessionsOf } from './read-open-sessions.ts';

/** Nobody waits longer for a database that is silent: its subscriber would be asked to wait for nothing. */
const PATIENCE_MS = 1_000;

interface Question {
  readonly open: OpenSession;
  readonly answer: () => void;
}

/**
 * Looks a session up that stands in the way of a log-in: the database may know that it is over, because another node or
 * a job ended it. Questions gather into one query. While the database is away, memory is right.
 */
export class SessionVerifier {
  readonly #pool: pg.Pool;
  readonly #online: OpenSessions;
  readonly #questions: Gatherer<Question>;

  constructor(pool: pg.Pool, online: OpenSessions) {
    this.#pool = pool;
    this.#online = online;
    this.#questions = new Gatherer((questions) => this.#ask(questions), { most: 500 });
  }

  /** Resolves when memory is up to date about this session, or cannot be. */
  verify(open: OpenSession): Promise<void> {
    // Nobody but this node knows of a session that was only granted.
    if (open.acctSessionId === null) return Promise.resolve();
    return new Promise((resolve) => {
      const patience = setTimeout(resolve, PATIENCE_MS);
      const answer = () => {
        clearTimeout(patience);
        resolve();
      };
      this.#questions.add({ open, answer });
    });
  }

  async #ask(questions: readonly Question[]): Promise<void> {
    try {
      const found = await readOpenSessionsOf(this.#pool, [...new Set(questions.map(({ open }) => open.serviceId))]);
      for (const { open } of questions) this.#correct(open, found.get(open.serviceId));
    } catch {
      // Memory stays as it is.
    } finally {
      for (const { answer } of questions) answer();
    }
  }

  #correct(open: OpenSession, found: OpenSession | undefined): void {
    if (this.#online.of(open.serviceId) !== open) return; // something newer was heard meanwhile
    if (found) this.#online.put(found);
    else this.#online.forget(open.serviceId);
  }
}
