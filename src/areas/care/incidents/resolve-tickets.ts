import type { Database, Tx } from '../../../db/database.ts';
import { query, send, sql } from '../../../db/sql.ts';
import type { Ticket } from '../tickets/find.ts';
import { PENDING } from '../tickets/life-cycle.ts';
import { tellOfMove } from '../tickets/notices.ts';

/** Tickets that are resolved in one transaction. */
const BATCH = 500;

interface Resolving {
  readonly incidentId: number;
  /** Who resolved the incident. */
  readonly by: string;
  readonly now: Date;
}

type Resolved = Pick<Ticket, 'id' | 'ispId' | 'resellerId' | 'customerId' | 'serviceId' | 'status'>;

/** Resolves the tickets of an incident that has ended, whatever was done about them so far. Returns whether those were all. */
export async function resolveTickets(tx: Tx, { incidentId, by, now }: Resolving): Promise<boolean> {
  const tickets = await query<Resolved>(
    tx,
    sql`SELECT t.id, t.isp_id AS "ispId", t.reseller_id AS "resellerId", t.customer_id AS "customerId",
          t.service_id AS "serviceId", t.status
        FROM crm.ticket t WHERE t.incident_id = ${incidentId} AND t.status = ANY(${[...PENDING]}::text[])
        ORDER BY t.id LIMIT ${BATCH} FOR NO KEY UPDATE`,
  );
  send(
    tx,
    sql`UPDATE crm.ticket t SET status = 'Resolved', resolution = 'Fixed', resolved_at = ${now}, resolved_by = ${by},
          paused_at = coalesce(t.paused_at, ${now}::timestamptz), updated_at = ${now}, updated_by = ${by}
        WHERE t.id = ANY(${tickets.map(({ id }) => id)}::int[])`,
  );
  for (const ticket of tickets) tellOfMove(tx, ticket, 'Resolved', now);
  return tickets.length < BATCH;
}

/** Resolves the tickets that are left of incidents with many of them. Returns whether it is done. */
export async function resolveLeftTickets(
  db: Pick<Database, 'pool' | 'transaction'>,
  now: Date,
  signal: AbortSignal,
): Promise<boolean> {
  for (;;) {
    if (signal.aborted) return false;
    const isLeft = await db.transaction((tx) => resolveBatch(tx, now));
    if (!isLeft) return true;
  }
}

/** Returns whether there was an incident with tickets left. */
async function resolveBatch(tx: Tx, now: Date): Promise<boolean> {
  const [incident] = await query<{ id: number; by: string }>(
    tx,
    sql`SELECT n.id, n.updated_by AS by FROM crm.incident n WHERE n.status = 'Resolved' AND n.tickets_done_at IS NULL
          AND NOT EXISTS (SELECT FROM crm.tenant_freeze f WHERE f.isp_id = n.isp_id)
        ORDER BY n.id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
  );
  if (!incident) return false;
  const isDone = await resolveTickets(tx, { incidentId: incident.id, by: incident.by, now });
  if (isDone) send(tx, sql`UPDATE crm.incident SET tickets_done_at = ${now} WHERE id = ${incident.id}`);
  return true;
}
