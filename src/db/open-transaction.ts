import type pg from 'pg';
import type { Change } from './change.ts';
import { cork } from './cork.ts';

type Answer<T extends pg.QueryResultRow> = Promise<pg.QueryResult<T>>;

/** PostgreSQL rolled back at COMMIT, because a statement had failed and the work ignored its error. */
export class RolledBack extends Error {
  override readonly name = 'RolledBack';

  constructor() {
    super('nothing was saved: a statement of this transaction had failed and its error was ignored');
  }
}

/** The code makes it a connection error for `problemOf`. */
class TransactionTimeout extends Error {
  override readonly name = 'TransactionTimeout';
  readonly code = 'ETIMEDOUT';

  constructor(timeoutMs: number) {
    super(`the transaction was rolled back after ${timeoutMs} ms`);
  }
}

/** Statements that change nothing if they run outside a transaction. */
const READS = /^\s*SELECT\b/i;

/**
 * A transaction on a connection. Statements run in the order of the calls, and those sent at the same moment leave in one
 * write and take one round trip. So does BEGIN with the reads that follow it at once. A write waits for the answer to BEGIN:
 * if BEGIN was cancelled, a write on its way would be committed by itself.
 */
export class OpenTransaction {
  /** Whether it has notified the nodes of something so far. */
  notifies = false;
  /** The audit event of what it changes, if it has one. */
  change: Change | undefined;
  readonly #client: pg.PoolClient;
  readonly #begin: string;
  readonly #timer: NodeJS.Timeout;
  readonly #unanswered: Promise<unknown>[] = [];
  /** Statements that wait for the answer to BEGIN, in the order of the calls. */
  readonly #waiting: (() => void)[] = [];
  #state: 'idle' | 'beginning' | 'waiting' | 'open' | 'ended' = 'idle';
  #failure: Error | undefined;
  #rolledBack: Promise<unknown> | undefined;

  constructor(client: pg.PoolClient, { begin, timeoutMs }: { readonly begin: string; readonly timeoutMs: number }) {
    this.#client = client;
    this.#begin = begin;
    this.#timer = setTimeout(() => this.#abort(new TransactionTimeout(timeoutMs)), timeoutMs);
    this.#timer.unref();
  }

  /** @throws what the server answers; an Error if the transaction has ended */
  query<T extends pg.QueryResultRow>(config: pg.QueryConfig): Answer<T> {
    if (this.#state === 'ended') return this.#refuse();
    if (this.#state === 'idle') this.#start();
    if (this.#state === 'beginning' && !READS.test(config.text)) this.#state = 'waiting';
    if (this.#state === 'waiting') {
      return new Promise((resolve) => {
        this.#waiting.push(() => resolve(this.#rolledBack === undefined ? this.#send<T>(config) : this.#refuse()));
      });
    }
    return this.#send<T>(config);
  }

  #refuse(): Promise<never> {
    return Promise.reject(this.#failure ?? new Error('this transaction has ended'));
  }

  /** Sends a statement whose answer nobody waits for before the commit. */
  send(config: pg.QueryConfig): void {
    const answer = this.query(config).catch((error: Error) => {
      if (this.#rolledBack === undefined) this.#failure ??= error;
      throw error;
    });
    answer.catch(() => undefined);
    this.#unanswered.push(answer);
  }

  /** Waits for what was sent so far. @throws the first error among it, which is then not one of the transaction any more */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#unanswered.splice(0));
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure;
  }

  /** Sends COMMIT, in one write with the statements that were sent just before. */
  async commit(): Promise<void> {
    if (this.#state === 'idle') return this.#end();
    const committed = this.query({ text: 'COMMIT' });
    this.#end();
    const [{ command }] = await Promise.all([committed, ...this.#unanswered]);
    if (command !== 'COMMIT') throw new RolledBack();
  }

  /** Why the work failed: if a statement that was sent failed, all later ones did only because of it. */
  causeOf(error: unknown): unknown {
    return this.#failure ?? error;
  }

  async rollback(): Promise<void> {
    if (this.#state !== 'idle') this.#abort();
    this.#end();
    await this.#rolledBack;
  }

  #start(): void {
    this.#state = 'beginning';
    this.#send({ text: this.#begin }).then(
      () => {
        if (this.#state !== 'ended') this.#state = 'open';
        for (const send of this.#waiting) send();
      },
      (error: Error) => {
        this.#failure ??= error;
        this.#abort();
        // They, or those that follow, report it.
        for (const refuse of this.#waiting) refuse();
      },
    );
  }

  #send<T extends pg.QueryResultRow>(config: pg.QueryConfig): Answer<T> {
    cork(this.#client);
    return this.#client.query<T>(config);
  }

  /** Refuses further statements, and rolls back after those on their way. */
  #abort(failure?: Error): void {
    if (this.#rolledBack !== undefined) return;
    this.#failure ??= failure;
    const sent = this.#state !== 'idle';
    this.#state = 'ended';
    if (!sent) return;
    this.#rolledBack = this.#send({ text: 'ROLLBACK' });
    // The runner of the transaction waits for it.
    this.#rolledBack.catch(() => undefined);
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#state = 'ended';
  }
}
