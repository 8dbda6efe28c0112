import type pg from 'pg';
import { isFrozen } from '../../../../core/tenancy/frozen-tenant.ts';
import { query, type Sql, sql } from '../../../../db/sql.ts';
import type { IspDay } from '../life-cycle/time/rule.ts';
import { RULES } from '../life-cycle/time/time-rules.ts';

/**
 * The services of an ISP that a time rule may change. Those that wait for a payment are not among them, since the payment itself
 * resumes them. `only` is a further condition on a service `s`.
 */
export async function candidatesOf(pool: pg.Pool, on: IspDay, only?: Sql): Promise<number[]> {
  // Rules may share their candidates.
  const [first, ...rest] = [...new Set(RULES.map(({ candidates }) => candidates))].map((candidates) => candidates(on));
  const all = rest.reduce((union, next): Sql => sql`${union} UNION ${next}`, first ?? sql``);
  const further = only ? sql`JOIN crm.service s USING (id) WHERE ${only}` : sql``;
  const rows = await query<{ id: number }>(pool, sql`SELECT id FROM (${all}) candidates ${further} ORDER BY id`);
  return rows.map((row) => row.id);
}

/** The ISPs that are neither deleted nor being moved to another installation, each with the time zone of its days. */
export function ispsOf(pool: pg.Pool) {
  return query<{ isp_id: number; timezone: string }>(
    pool,
    sql`SELECT s.isp_id, s.timezone FROM crm.isp_setting s JOIN crm.isp i ON i.id = s.isp_id
        WHERE i.deleted_at IS NULL AND NOT ${isFrozen(sql`i.id`)} ORDER BY s.isp_id`,
  );
}
