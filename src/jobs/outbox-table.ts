import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { execute, query, type Sql, sql } from '../db/sql.ts';

/** A row of the outbox. */
export interface FoundEffect {
  readonly id: number;
  readonly payload: unknown;
  /** It has waited for long, and will be given up. */
  readonly isOld: boolean;
}

/** A claimed row of the outbox. */
export interface DueEffect extends FoundEffect {
  /** 0: not known. */
  readonly ispId: number;
  readonly kind: string;
  /** Including this one. */
  readonly attempts: number;
}

/** The row that only counts, if nothing was claimed. */
type NoEffect = { readonly [K in keyof DueEffect]: null } & { readonly found: number };

type Pool = Pick<Database, 'pool'>;

/** A claimed row is due again after this long, in case its node dies. No effect takes longer. */
const CLAIM_SECONDS = 60;
/** How long failed effects are kept for inspection. */
const KEPT_DAYS = 7;
/** An effect that has waited this long for its NAS has failed: it has to be requested again. */
const MAX_DEFERRED_HOURS = 1;
const OLD_MINUTES = 30;
const IS_OLD = sql`created_at < now() - make_interval(mins => ${OLD_MINUTES})`;
/** About a second. */
const MAX_LOOKS = 10;

/** How many effects a node takes. */
export interface Claim {
  readonly limit: number;
  /** Of one ISP, with those that are active. */
  readonly maxOfIsp: number;
  /** Active effects by ISP. */
  readonly active: ReadonlyMap<number, number>;
}

/**
 * Claims due rows that no other node has claimed: the one of each ISP that is due for longest, then the second of each, and so on.
 * Active effects of an ISP have had their turn, so a place that becomes free goes to the ISP that has the fewest. Nodes look for
 * the same rows: if others are claiming all that were found, it looks again in a moment, when they are done.
 */
export async function claimEffects(db: Pool, claim: Claim): Promise<DueEffect[]> {
  for (let look = 1; ; look++) {
    const rows = await query<DueEffect | NoEffect>(db.pool, claimOf(claim));
    const claimed = rows.filter((row): row is DueEffect => row.id !== null);
    const isContested = rows.some((row) => row.id === null && row.found > 0);
    if (!isContested || look === MAX_LOOKS) return claimed.sort((one, other) => one.id - other.id);
    // Random, so that they do not meet again: up to 2, 4, 8, 16 … ms.
    await sleep(Math.random() * 2 ** look);
  }
}

/** Which ISPs have rows is found by stepping from one to the next in an index, however many rows each has. */
const claimOf = ({ limit, maxOfIsp, active }: Claim): Sql =>
  sql`WITH RECURSIVE waiting AS (
        (SELECT o.isp_id FROM crm.outbox o WHERE o.done_at IS NULL ORDER BY o.isp_id LIMIT 1)
        UNION ALL
        SELECT (SELECT o.isp_id FROM crm.outbox o WHERE o.done_at IS NULL AND o.isp_id > w.isp_id ORDER BY o.isp_id LIMIT 1)
        FROM waiting w WHERE w.isp_id IS NOT NULL
      ), chosen AS MATERIALIZED (
        SELECT due.id FROM waiting w
        LEFT JOIN unnest(${[...active.keys()]}::int[], ${[...active.values()]}::int[]) AS a (isp_id, count) USING (isp_id)
        CROSS JOIN LATERAL (
          SELECT o.id, o.available_at, coalesce(a.count, 0) + row_number() OVER (ORDER BY o.available_at, o.id) AS place
          FROM crm.outbox o WHERE o.done_at IS NULL AND o.isp_id = w.isp_id AND o.available_at <= now()
          ORDER BY o.available_at, o.id LIMIT least(greatest(${maxOfIsp} - coalesce(a.count, 0), 0), ${limit})) due
        ORDER BY due.place, due.available_at, due.id LIMIT ${limit}
      ), claimed AS (
        UPDATE crm.outbox SET attempts = attempts + 1, available_at = now() + make_interval(secs => ${CLAIM_SECONDS})
        WHERE id IN (
          SELECT id FROM crm.outbox WHERE id IN (SELECT id FROM chosen) AND done_at IS NULL AND available_at <= now()
          FOR UPDATE SKIP LOCKED)
        RETURNING id, isp_id AS "ispId", kind, payload, attempts, ${IS_OLD} AS "isOld"
      )
      SELECT claimed.*, counted.found FROM (SELECT count(*)::int AS found FROM chosen) counted LEFT JOIN claimed ON true`;

/** Rows of these ISPs that are due and that no node has claimed: of each ISP the next ones, `limit` at most. */
export function findEffects({ pool }: Pool, ispIds: readonly number[], limit: number): Promise<FoundEffect[]> {
  return query(
    pool,
    sql`SELECT o.* FROM unnest(${[...ispIds]}::int[]) AS i (isp_id) CROSS JOIN LATERAL (
          SELECT id, payload, ${IS_OLD} AS "isOld" FROM crm.outbox
          WHERE done_at IS NULL AND isp_id = i.isp_id AND available_at <= now() ORDER BY available_at, id LIMIT ${limit}) o`,
  );
}

/** Postpones rows that no node has claimed meanwhile. */
export async function postponeEffects(
  { pool }: Pool,
  ids: readonly number[],
  { reason, pauseMs }: Retry,
): Promise<void> {
  await execute(
    pool,
    sql`UPDATE crm.outbox SET last_error = ${reason}, available_at = now() + make_interval(secs => ${pauseMs / 1000})
        WHERE id IN (SELECT id FROM crm.outbox WHERE id = ANY(${[...ids]}::bigint[]) AND done_at IS NULL
          AND available_at <= now() FOR UPDATE SKIP LOCKED)`,
  );
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
