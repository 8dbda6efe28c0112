import type { Tx } from '../../../db/database.ts';
import { execute, query, sql } from '../../../db/sql.ts';
import { concernedBy, type Filter } from './concerned.ts';
import { refuseMoved } from './preview.ts';

interface Opened extends Filter {
  readonly id: number;
  readonly ispId: number;
  readonly startsAt: Date;
}

/**
 * Notes which services an incident concerns that opens now, since it began. Returns how many.
 * @param seen how many the caller was shown
 * @throws Fault of kind `conflict` if there are others by now
 */
export async function noteConcerned(tx: Tx, opened: Opened, seen: number | undefined): Promise<number> {
  const { id, ispId, startsAt } = opened;
  const count = await execute(
    tx,
    sql`INSERT INTO crm.incident_service (isp_id, incident_id, service_id, from_at, had_access)
        SELECT s.isp_id, ${id}::int, s.id, ${startsAt}::timestamptz, s.status IN ('Active', 'NP')
        FROM crm.service s WHERE ${concernedBy(ispId, opened)} ORDER BY s.id`,
  );
  if (seen !== undefined) refuseMoved(seen, count);
  return count;
}

/** How many services an incident has concerned, those that have returned included. */
export async function countNoted(tx: Tx, id: number): Promise<number> {
  const [row] = await query<{ count: number }>(
    tx,
    sql`SELECT count(DISTINCT h.service_id)::int AS count FROM crm.incident_service h WHERE h.incident_id = ${id}`,
  );
  return row?.count ?? 0;
}
