import type { Database } from '../db/database.ts';
import { execute, query, sql } from '../db/sql.ts';

/** A claimed row of the outbox. */
export interface DueEffect {
  readonly id: number;
  readonly kind: string;
  readonly payload: unknown;
  /** Including this one. */
  readonly attempts: number;
}

type Pool = Pick<Database, 'pool'>;

/** A claimed row is due again after this long, in case its node dies. No effect takes longer. */
const CLAIM_SECONDS = 60;
/** How long failed effects are kept for inspection. */
const KEPT_DAYS = 7;
/** An effect that has waited this long for its NAS has failed: it has to be requested again. */
const MAX_DEFERRED_HOURS = 1;

/** Claims up to `limit` due rows that no other node has claimed, the longest due first. */
export async function claimEffects({ pool }: Pool, limit: number): Promise<DueEffect[]> {
  const rows = await query<DueEffect>(
    pool,
    sql`UPDATE crm.outbox SET attempts = attempts + 1, available_at = now() + make_interval(secs => ${CLAIM_SECONDS})
        WHERE id IN (
          SELECT id FROM crm.outbox WHERE done_at IS NULL AND available_at <= now()
          ORDER BY available_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
        RETURNING id, kind, payload, attempts`,
  );
  return rows.sort((one, other) => one.id - other.id);
}

export async function deleteEffects({ pool }: Pool, ids: readonly number[]): Promise<void> {
  await execute(pool, sql`DELETE FROM crm.outbox WHERE id = ANY(${[...ids]}::bigint[])`);
}

interface Retry {
  readonly reason: string;
  readonly pauseMs: number;
}

/** After the last attempt the row is kept, marked as done. */
export async function recordFailure(
  { pool }: Pool,
  ids: readonly number[],
  { reason, pauseMs, isLast }: Retry & { readonly isLast: boolean },
): Promise<void> {
  await execute(
    pool,
    sql`UPDATE crm.outbox SET last_error = ${reason}, available_at = now() + make_interval(secs => ${pauseMs / 1000}),
          done_at = CASE WHEN ${isLast}::bool THEN now() END
        WHERE id = ANY(${[...ids]}::bigint[])`,
  );
}

/** Postpones without counting an attempt. */
export async function deferEffects({ pool }: Pool, ids: readonly number[], { reason, pauseMs }: Retry): Promise<void> {
  await execute(
    pool,
    sql`UPDATE crm.outbox SET last_error = ${reason}, available_at = now() + make_interval(secs => ${pauseMs / 1000}),
          attempts = attempts - 1,
          done_at = CASE WHEN created_at < now() - make_interval(hours => ${MAX_DEFERRED_HOURS}) THEN now() END
        WHERE id = ANY(${[...ids]}::bigint[])`,
  );
}

/** Deletes failed effects whose time for inspection is over. Returns their number. */
export function purgeEffects({ pool }: Pool): Promise<number> {
  return execute(pool, sql`DELETE FROM crm.outbox WHERE done_at < now() - make_interval(days => ${KEPT_DAYS})`);
}
