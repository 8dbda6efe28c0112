import type pg from 'pg';
import { query, type Sql, sql } from '../../../db/sql.ts';
import type { Present } from '../life-cycle/time/rule.ts';
import { RULES } from '../life-cycle/time/time-rules.ts';

/**
 * The services of an ISP that time may do something to: those of each rule. Those who wait for a payment are not among them:
 * the payment looks after them.
 */
export async function candidatesOf(pool: pg.Pool, present: Present): Promise<number[]> {
  const [first, ...others] = RULES.map((rule) => rule.candidates(present));
  const all = others.reduce((union, one): Sql => sql`${union} UNION ${one}`, first ?? sql``);
  const rows = await query<{ id: number }>(pool, sql`SELECT id FROM (${all}) candidates ORDER BY id`);
  return rows.map((row) => row.id);
}

/** The ISPs that live, each with the zone that its days are counted in. */
export function ispsOf(pool: pg.Pool) {
  return query<{ isp_id: number; timezone: string }>(
    pool,
    sql`SELECT s.isp_id, s.timezone FROM crm.isp_setting s JOIN crm.isp i ON i.id = s.isp_id
        WHERE i.deleted_at IS NULL ORDER BY s.isp_id`,
  );
}
