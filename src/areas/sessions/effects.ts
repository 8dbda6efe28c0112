import type { Tx } from '../../db/database.ts';
import { execute, type Runner, type Sql, sql } from '../../db/sql.ts';

/**
 * What a change of a service means for its live sessions. It is asked for in the transaction of the change and carried out
 * behind its commit, from the outbox, so that a crash loses none. Services that are not online need nothing.
 */

/** Each of these rows is about one service. */
export const EFFECTS = { refresh: 'session_refresh', disconnect: 'session_disconnect' } as const;

/** Its live sessions get what the service is entitled to now: by CoA, or by a new login where that cannot be. */
export function refreshSessions(tx: Tx, serviceId: number): Promise<void> {
  return refreshSessionsOf(tx, [serviceId]);
}

export function refreshSessionsOf(on: Runner, serviceIds: readonly number[]): Promise<void> {
  return refreshSessionsWhere(on, sql`x.service_id = ANY(${[...serviceIds]}::int[])`);
}

/** Of all services that the condition is true for; it may speak of the session `x`. */
export async function refreshSessionsWhere(on: Runner, condition: Sql): Promise<void> {
  await execute(
    on,
    sql`INSERT INTO crm.outbox (kind, payload)
        SELECT DISTINCT ${EFFECTS.refresh}, jsonb_build_object('serviceId', x.service_id)
        FROM radius.session x WHERE x.ended_at IS NULL AND x.service_id IS NOT NULL AND ${condition}`,
  );
}

/** The sessions that are open now end; one that the subscriber opens meanwhile is left alone. */
export function disconnectSessions(tx: Tx, serviceId: number): Promise<void> {
  return disconnectSessionsOf(tx, [serviceId]);
}

export async function disconnectSessionsOf(tx: Tx, serviceIds: readonly number[]): Promise<void> {
  await execute(
    tx,
    sql`INSERT INTO crm.outbox (kind, payload)
        SELECT ${EFFECTS.disconnect}, jsonb_build_object('serviceId', x.service_id, 'sessions', jsonb_agg(x.id))
        FROM radius.session x WHERE x.ended_at IS NULL AND x.service_id = ANY(${[...serviceIds]}::int[])
        GROUP BY x.service_id`,
  );
}
