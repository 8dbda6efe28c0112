import { execute, type Runner, type Sql, sql } from '../../../db/sql.ts';
import { PENDING } from '../tickets/life-cycle.ts';
import { RUNNING } from './life-cycle.ts';

/**
 * Links the tickets that were filed since an incident began, before it was entered, about the services that it concerns: they
 * are resolved with it. Only technical ones that are linked to none.
 */
export const linkTickets = (on: Runner, incidentId: number): Promise<number> =>
  execute(on, linking(sql`n.id = ${incidentId}`));

/** One that was filed while the incident was being entered saw nothing of it, nor the incident of the ticket. */
export const linkMissedTickets = (on: Runner): Promise<number> =>
  execute(on, linking(sql`NOT EXISTS (SELECT FROM crm.tenant_freeze f WHERE f.isp_id = n.isp_id)`));

const linking = (which: Sql): Sql =>
  sql`UPDATE crm.ticket t SET incident_id = linked.incident_id
    FROM (
      SELECT DISTINCT ON (t.id) t.id, n.id AS incident_id
      FROM crm.incident n
        JOIN crm.incident_service h ON h.incident_id = n.id AND h.upto_at IS NULL
        JOIN crm.ticket t ON t.service_id = h.service_id AND t.created_at >= h.from_at
        JOIN crm.ticket_category k ON k.id = t.category_id AND k.technical
      WHERE n.status = ANY(${[...RUNNING]}::text[]) AND ${which}
        AND t.incident_id IS NULL AND t.status = ANY(${[...PENDING]}::text[])
      ORDER BY t.id, n.kind = 'Degraded', h.from_at DESC, n.id DESC
    ) linked
    WHERE t.id = linked.id AND t.incident_id IS NULL AND t.status = ANY(${[...PENDING]}::text[])`;
