import type pg from 'pg';
import { query, type Sql, sql } from '../../../../db/sql.ts';

/** Ids that are shown. */
const MAX_SHOWN = 20;

export interface Unsealed {
  readonly earlier: number;
  readonly waiting: number;
  readonly inserted: { readonly count: number; readonly ids: readonly number[] };
}

/**
 * The events of an ISP that have no seal: from before the chain, waiting for it, or neither. The database compares, so memory
 * does not grow with the audit.
 * @param beganAfter undefined: the chain has not begun
 */
export async function findUnsealed(
  client: pg.ClientBase,
  ispId: number,
  beganAfter: number | undefined,
): Promise<Unsealed> {
  const begins = beganAfter ?? Number.MAX_SAFE_INTEGER;
  const [row] = await query<{ earlier: number; waiting: number; inserted: number; ids: number[] | null }>(
    client,
    sql`WITH unsealed AS (
          SELECT e.id, EXISTS (SELECT FROM auth.audit_unsealed u WHERE u.event_id = e.id) AS waits FROM (
            SELECT id FROM auth.audit_event WHERE ${ofIsp(ispId)}
            UNION ALL SELECT id FROM crm_archive.audit_event WHERE ${ofIsp(ispId)}) e
          WHERE NOT EXISTS (SELECT FROM auth.audit_seal s WHERE s.isp_id = ${ispId} AND s.event_id = e.id)
        )
        SELECT count(*) FILTER (WHERE waits) AS waiting,
          count(*) FILTER (WHERE NOT waits AND id <= ${begins}) AS earlier,
          count(*) FILTER (WHERE NOT waits AND id > ${begins}) AS inserted,
          (array_agg(id ORDER BY id) FILTER (WHERE NOT waits AND id > ${begins}))[1:${MAX_SHOWN}] AS ids
        FROM unsealed`,
  );
  const { earlier = 0, waiting = 0, inserted = 0, ids } = row ?? {};
  return { earlier, waiting, inserted: { count: inserted, ids: ids ?? [] } };
}

const ofIsp = (ispId: number): Sql => (ispId === 0 ? sql`isp_id IS NULL` : sql`isp_id = ${ispId}`);
