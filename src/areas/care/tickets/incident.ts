import type { Tx } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';

/** The open incident that concerns a service. Under its lock: a move that resolves it waits, and then finds the new ticket. */
export async function runningIncidentOf(tx: Tx, serviceId: number | null): Promise<number | null> {
  if (serviceId === null) return null;
  const [incident] = await query<{ id: number }>(
    tx,
    sql`SELECT n.id FROM crm.incident_service h JOIN crm.incident n ON n.id = h.incident_id
        WHERE h.service_id = ${serviceId} AND h.upto_at IS NULL AND n.status IN ('Open', 'Monitoring')
        ORDER BY n.kind = 'Degraded', h.from_at DESC, n.id DESC LIMIT 1 FOR SHARE OF n`,
  );
  return incident?.id ?? null;
}
