import type { Database } from '../../../db/database.ts';
import { execute, type Sql, sql } from '../../../db/sql.ts';

const DAY_MS = 24 * 3_600_000;
const BATCH = 5_000;

/** Removes calls at programs, and counts, that are a day old: nothing asks for them any more. Returns whether it is done. */
export async function forgetCallers(db: Pick<Database, 'pool'>, now: Date, signal: AbortSignal): Promise<boolean> {
  const old = new Date(now.getTime() - DAY_MS);
  return (
    (await removeAll(db, signal, oldCallers(old))) &&
    (await removeAll(db, signal, oldCounts(old))) &&
    (await removeAll(db, signal, oldWatches(old)))
  );
}

const oldCallers = (old: Date): Sql => sql`DELETE FROM crm.care_caller WHERE id IN (
  SELECT x.id FROM crm.care_caller x WHERE x.created_at <= ${old}::timestamptz
  ORDER BY x.created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;

const oldCounts = (old: Date): Sql => sql`DELETE FROM crm.care_count c USING (
  SELECT x.isp_id, x.kind, x.key FROM crm.care_count x WHERE x.since <= ${old}::timestamptz
  ORDER BY x.since LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) o
  WHERE c.isp_id = o.isp_id AND c.kind = o.kind AND c.key = o.key`;

const oldWatches = (old: Date): Sql =>
  sql`DELETE FROM crm.care_watch WHERE since <= ${old}::timestamptz AND coalesce(trawled_until, since) <= ${old}::timestamptz`;

async function removeAll(db: Pick<Database, 'pool'>, signal: AbortSignal, batch: Sql): Promise<boolean> {
  for (let removed = BATCH; removed === BATCH; ) {
    if (signal.aborted) return false;
    removed = await execute(db.pool, batch);
  }
  return true;
}
