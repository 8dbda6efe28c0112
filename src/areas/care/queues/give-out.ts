import type { Tx } from '../../../db/database.ts';
import { execute, query, sql } from '../../../db/sql.ts';
import { type Colleague, seesWork } from '../sight.ts';
import { PENDING } from '../tickets/life-cycle.ts';

interface Waiting {
  readonly ispId: number;
  readonly queueId: number | null;
  readonly assignedTo: number | null;
}

interface Member extends Colleague {
  readonly id: number;
}

/**
 * Locks the queue of a ticket that is assigned to nobody, if the queue gives its tickets out: of two tickets at once, the second
 * waits for whom the first is given to. Call it before anything else locks the queue. Returns whether the queue gives them out.
 */
export async function lockTurns(tx: Tx, { ispId, queueId, assignedTo }: Waiting): Promise<boolean> {
  if (queueId === null || assignedTo !== null) return false;
  const locked = await query<{ id: number }>(
    tx,
    sql`SELECT q.id FROM crm.care_queue q
        WHERE q.isp_id = ${ispId} AND q.id = ${queueId} AND q.assignment <> 'ByHand' FOR NO KEY UPDATE`,
  );
  return locked.length > 0;
}

/**
 * Gives a written ticket to the member of its queue whose turn it is. One who would not see the ticket, since they are limited to
 * other locations, is passed over; if none is left, it waits in the queue. The queue is locked by `lockTurns`.
 */
export async function giveOut(tx: Tx, ticketId: number, queueId: number): Promise<void> {
  for (const member of await membersInTurn(tx, queueId)) {
    if (!(await seesWork(tx, { what: 'ticket', id: ticketId }, member))) continue;
    await execute(tx, sql`UPDATE crm.ticket SET assigned_to = ${member.id} WHERE id = ${ticketId}`);
    await execute(tx, sql`UPDATE crm.care_queue SET last_given_to = ${member.id} WHERE id = ${queueId}`);
    return;
  }
}

/** The members who can work: after the one who was given the last ticket, or those with the fewest open ones first. */
function membersInTurn(tx: Tx, queueId: number): Promise<Member[]> {
  return query<Member>(
    tx,
    sql`SELECT u.id, u.isp_id AS "ispId", u.reseller_id AS "resellerId", u.username, auth.places_of(u) AS locations
        FROM crm.care_queue q
        CROSS JOIN LATERAL unnest(q.member_ids) WITH ORDINALITY AS m (id, place)
        JOIN auth.login_user u ON u.id = m.id AND u.isp_id = q.isp_id
          AND u.reseller_id IS NOT DISTINCT FROM q.reseller_id AND u.status = 'Active' AND u.deleted_at IS NULL
        WHERE q.id = ${queueId}
        ORDER BY CASE WHEN q.assignment = 'FewestOpen' THEN (
            SELECT count(*) FROM crm.ticket t WHERE t.assigned_to = u.id AND t.status = ANY(${[...PENDING]}::text[])
          ) END,
          m.place <= coalesce(array_position(q.member_ids, q.last_given_to), 0), m.place`,
  );
}
