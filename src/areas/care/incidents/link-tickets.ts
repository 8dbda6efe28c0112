import type { Database, Tx } from '../../../db/database.ts';
import { execute, query, sql } from '../../../db/sql.ts';
import { PENDING } from '../tickets/life-cycle.ts';
import { RUNNING } from './life-cycle.ts';

/**
 * Links the tickets that were filed since incidents began, before these were entered, about the services that they concern: they
 * are resolved with them. Only technical ones that are linked to none.
 */
export const linkTickets = (tx: Tx, incidentIds: readonly number[]): Promise<number> =>
  execute(
    tx,
    sql`UPDATE crm.ticket t SET incident_id = linked.incident_id
    FROM (
      SELECT DISTINCT ON (t.id) t.id, n.id AS incident_id
      FROM crm.incident n
        JOIN crm.incident_service h ON h.incident_id = n.id AND h.upto_at IS NULL
        JOIN crm.ticket t ON t.service_id = h.service_id AND t.created_at >= h.from_at
        JOIN crm.ticket_category k ON k.id = t.category_id AND k.technical
      WHERE n.id = ANY(${[...incidentIds]}::int[]) AND n.status = ANY(${[...RUNNING]}::text[])
        AND t.incident_id IS NULL AND t.status = ANY(${[...PENDING]}::text[])
      ORDER BY t.id, n.kind = 'Degraded', h.from_at DESC, n.id DESC
    ) linked
    WHERE t.id = linked.id AND t.incident_id IS NULL AND t.status = ANY(${[...PENDING]}::text[])`,
  );

/**
 * A ticket that was filed while the incident was being entered saw nothing of it, nor the incident of the ticket. Under the locks of
 * the incidents: one that is resolved at the same time would never resolve what is linked after it.
 */
export const linkMissedTickets = (db: Pick<Database, 'transaction'>): Promise<void> =>
  db.transaction(async (tx) => {
    const running = await query<{ id: number }>(
      tx,
      sql`SELECT n.id FROM crm.incident n WHERE n.status = ANY(${[...RUNNING]}::text[])
            AND NOT EXISTS (SELECT FROM crm.tenant_freeze f WHERE f.isp_id = n.isp_id)
          ORDER BY n.id FOR SHARE OF n SKIP LOCKED`,
    );
    if (running.length > 0)
      await linkTickets(
        tx,
        running.map(({ id }) => id),
      );
  });
