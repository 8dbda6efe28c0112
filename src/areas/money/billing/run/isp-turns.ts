import { isFrozen } from '../../../../core/tenancy/frozen-tenant.ts';
import type { Database } from '../../../../db/database.ts';
import type { Locks } from '../../../../db/named-locks.ts';
import { execute, query, sql } from '../../../../db/sql.ts';
import type { Day } from '../model/subscription.ts';

export interface IspTurn {
  readonly ispId: number;
  /** Of its days. */
  readonly timezone: string;
  /** The last day whose rules were applied to all of its services; null: not known. */
  readonly doneUpto: Day | null;
}

type Waiting = Omit<IspTurn, 'doneUpto'>;

export interface TurnOptions {
  readonly db: Pick<Database, 'pool'>;
  /** An ISP is worked on by the one that holds its lock. */
  readonly locks: Locks;
  /** An ISP whose turn ended less than this before the run is left alone, in milliseconds. */
  readonly everyMs: number;
}

/**
 * Hands out the ISPs that are due to one run, in turn: the one that has waited longest comes first. Each is in the hands of
 * one run at a time, on any node. All times are those of the database.
 */
export class IspTurns {
  readonly #options: TurnOptions;
  /** As text, with the microseconds of the database. */
  readonly #dueBefore: string;
  /** Those that were due when last read, and have not been tried since. */
  #line: Waiting[] = [];
  /** What this run has in its hands, or has ended. */
  readonly #taken = new Set<number>();
  /** One call after another, so that two workers do not take the same ISP. */
  #last: Promise<unknown> = Promise.resolve();

  static async open(options: TurnOptions): Promise<IspTurns> {
    const seconds = options.everyMs / 1000;
    const [row] = await query<{ before: string }>(
      options.db.pool,
      sql`SELECT (clock_timestamp() - make_interval(secs => ${seconds}))::text AS before`,
    );
    return new IspTurns(options, row?.before ?? '-infinity');
  }

  private constructor(options: TurnOptions, dueBefore: string) {
    this.#options = options;
    this.#dueBefore = dueBefore;
  }

  /** Takes the next one. Undefined: none is due that nobody else works on. */
  next(): Promise<IspTurn | undefined> {
    const next = this.#last.then(() => this.#next());
    this.#last = next.catch(() => undefined);
    return next;
  }

  /** `isOver`: nothing is left to do in this turn; otherwise it goes to the end of the line. */
  async release({ ispId }: IspTurn, isOver: boolean): Promise<void> {
    const { db, locks } = this.#options;
    if (isOver)
      await execute(db.pool, sql`UPDATE crm.clock_turn SET ended_at = clock_timestamp() WHERE isp_id = ${ispId}`);
    else this.#taken.delete(ispId);
    await locks.unlock(billingRunOf(ispId));
  }

  async #next(): Promise<IspTurn | undefined> {
    if (this.#line.length === 0) this.#line = await this.#due();
    for (let waiting = this.#line.shift(); waiting; waiting = this.#line.shift()) {
      const turn = await this.#take(waiting);
      if (turn) return turn;
    }
    return undefined;
  }

  /** The ISPs that are neither deleted nor being moved to another installation. */
  #due(): Promise<Waiting[]> {
    return query<Waiting>(
      this.#options.db.pool,
      sql`SELECT s.isp_id AS "ispId", s.timezone FROM crm.isp_setting s JOIN crm.isp i ON i.id = s.isp_id
            LEFT JOIN crm.clock_turn t ON t.isp_id = s.isp_id
          WHERE i.deleted_at IS NULL AND NOT ${isFrozen(sql`i.id`)} AND s.isp_id <> ALL(${[...this.#taken]}::int[])
            AND (t.ended_at IS NULL OR t.ended_at <= ${this.#dueBefore}::timestamptz)
          ORDER BY t.turned_at NULLS FIRST, s.isp_id`,
    );
  }

  /** Looks again with the lock: another node may have taken and ended it meanwhile. */
  async #take(waiting: Waiting): Promise<IspTurn | undefined> {
    const { db, locks } = this.#options;
    const { ispId } = waiting;
    if (this.#taken.has(ispId) || !(await locks.tryLock(billingRunOf(ispId)))) return undefined;
    const [taken] = await query<{ doneUpto: Day | null }>(
      db.pool,
      sql`INSERT INTO crm.clock_turn AS t (isp_id, turned_at) VALUES (${ispId}, clock_timestamp())
          ON CONFLICT (isp_id) DO UPDATE SET turned_at = excluded.turned_at, ended_at = NULL
          WHERE t.ended_at IS NULL OR t.ended_at <= ${this.#dueBefore}::timestamptz
          RETURNING (SELECT k.done_upto FROM crm.isp_clock k WHERE k.isp_id = t.isp_id) AS "doneUpto"`,
    );
    if (taken) this.#taken.add(ispId);
    else await locks.unlock(billingRunOf(ispId));
    return taken && { ...waiting, ...taken };
  }
}

/** The name of the lock. */
export const billingRunOf = (ispId: number): string => `billing run of ISP ${ispId}`;
