import type { Database } from '../../../../db/database.ts';
import { execute, raw, type Sql, sql } from '../../../../db/sql.ts';
import { CLOCKS, type ClockName, isMissed } from './missed.ts';

/** A deadline that was missed earlier is no news, such as after a pause of all nodes. */
const NEWS_DAYS = 7;
const BATCH = 1_000;

/**
 * Notes which tickets have missed a deadline, once for each of their clocks, of which a trigger tells the event feed. Some thousand
 * at a time; a ticket that is being changed is for the next run. Returns whether it is done.
 */
export async function noteBreaches(db: Pick<Database, 'pool'>, now: Date, signal: AbortSignal): Promise<boolean> {
  for (const clock of CLOCKS) {
    for (let noted = BATCH; noted === BATCH; ) {
      if (signal.aborted) return false;
      noted = await execute(db.pool, noting(clock, now));
    }
  }
  return true;
}

const noting = (clock: ClockName, now: Date): Sql => {
  const [by, noted] = [raw(`t.${clock}_by`), raw(`${clock}_breached_at`)];
  return sql`UPDATE crm.ticket t SET ${noted} = ${now}::timestamptz
    FROM (
      SELECT t.id FROM crm.ticket t
      WHERE t.${noted} IS NULL AND ${by} < ${now}::timestamptz
        AND ${by} > ${now}::timestamptz - make_interval(days => ${NEWS_DAYS}) AND ${isMissed(clock, sql`${now}::timestamptz`)}
        AND NOT EXISTS (SELECT FROM crm.tenant_freeze f WHERE f.isp_id = t.isp_id)
      ORDER BY ${by} LIMIT ${BATCH} FOR NO KEY UPDATE OF t SKIP LOCKED
    ) missed
    WHERE t.id = missed.id`;
};
