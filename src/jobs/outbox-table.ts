import type { Database } from '../db/database.ts';
import { execute, query, sql } from '../db/sql.ts';

/** One row of the outbox that is to be carried out now. */
export interface DueEffect {
  readonly id: number;
  readonly kind: string;
  readonly payload: unknown;
  /** This one included. */
  readonly attempts: number;
}

type Pool = Pick<Database, 'pool'>;

/** A taken row is due again after this long, should its node have died. No effect takes longer. */
const TAKEN_SECONDS = 60;
/** Rows that were given up can be looked at for this long. */
const KEPT_DAYS = 7;

/** Takes at most so many rows that are due and that nobody else has taken, the longest due first. */
export async function claimEffects({ pool }: Pool, most: number): Promise<DueEffect[]> {
  const rows = await query<DueEffect>(
    pool,
    sql`UPDATE crm.outbox SET attempts = attempts + 1, available_at = now() + make_interval(secs => ${TAKEN_SECONDS})
        WHERE id IN (
          SELECT id FROM crm.outbox WHERE done_at IS NULL AND available_at <= now()
          ORDER BY available_at, id LIMIT ${most} FOR UPDATE SKIP LOCKED)
        RETURNING id, kind, payload, attempts`,
  );
  return rows.sort((one, other) => one.id - other.id);
}

export async function dropEffects({ pool }: Pool, ids: readonly number[]): Promise<void> {
  await execute(pool, sql`DELETE FROM crm.outbox WHERE id = ANY(${[...ids]}::bigint[])`);
}

interface Failure {
  readonly reason: string;
  readonly pauseMs: number;
  /** It is not tried again. */
  readonly last: boolean;
}

/** What waits for a NAS longer than this is given up: whoever asked for it has to ask again. */
const WAITING_HOURS = 1;

export async function postponeEffects(
  { pool }: Pool,
  ids: readonly number[],
  { reason, pauseMs, last }: Failure,
): Promise<void> {
  await execute(
    pool,
    sql`UPDATE crm.outbox SET last_error = ${reason}, available_at = now() + make_interval(secs => ${pauseMs / 1000}),
          done_at = CASE WHEN ${last}::bool THEN now() END
        WHERE id = ANY(${[...ids]}::bigint[])`,
  );
}

/** As if it had not been tried. */
export async function putOffEffects(
  { pool }: Pool,
  ids: readonly number[],
  { reason, pauseMs }: Omit<Failure, 'last'>,
): Promise<void> {
  await execute(
    pool,
    sql`UPDATE crm.outbox SET last_error = ${reason}, available_at = now() + make_interval(secs => ${pauseMs / 1000}),
          attempts = attempts - 1,
          done_at = CASE WHEN created_at < now() - make_interval(hours => ${WAITING_HOURS}) THEN now() END
        WHERE id = ANY(${[...ids]}::bigint[])`,
  );
}

/** Removes the rows that were given up some time ago. */
export function forgetEffects({ pool }: Pool): Promise<number> {
  return execute(pool, sql`DELETE FROM crm.outbox WHERE done_at < now() - make_interval(days => ${KEPT_DAYS})`);
}
