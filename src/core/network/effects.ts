import type { Tx } from '../../db/database.ts';
import { execute, type Runner, type Sql, sql } from '../../db/sql.ts';

/**
 * Effects of a change on live sessions. They are queued in the outbox in the transaction of the change and run after its
 * commit, so that a crash loses none. Services that are not online need none.
 */

/** Kinds of outbox rows; each row is about one service. */
export const EFFECTS = { refresh: 'session_refresh', disconnect: 'session_disconnect' } as const;

/** Gives the live sessions of a service what it is entitled to now: by CoA, or by a new login if CoA cannot change it. */
export function refreshSessions(tx: Tx, serviceId: number): Promise<void> {
  return refreshSessionsOfServices(tx, [serviceId]);
}

export async function refreshSessionsOfServices(on: Runner, serviceIds: readonly number[]): Promise<void> {
  await execute(on, refreshOf(serviceIds));
}

/** For all services with a live session `x` that meets the condition. */
export async function refreshSessionsWhere(on: Runner, condition: Sql): Promise<void> {
  await execute(on, refreshWhere(condition));
}

export const refreshOf = (serviceIds: readonly number[]): Sql =>
  refreshWhere(sql`x.service_id = ANY(${[...serviceIds]}::int[])`);

const refreshWhere = (condition: Sql): Sql =>
  sql`INSERT INTO crm.outbox (isp_id, kind, payload)
      SELECT min(x.isp_id), ${EFFECTS.refresh}, jsonb_build_object('serviceId', x.service_id)
      FROM radius.session x WHERE x.ended_at IS NULL AND x.service_id IS NOT NULL AND ${condition}
      GROUP BY x.service_id`;

/** Ends the sessions that are open now, but none that the subscriber opens meanwhile. */
export async function disconnectSessions(tx: Tx, serviceId: number): Promise<void> {
  await execute(tx, disconnectOf([serviceId]));
}

export const disconnectOf = (serviceIds: readonly number[]): Sql =>
  sql`INSERT INTO crm.outbox (isp_id, kind, payload)
      SELECT min(x.isp_id), ${EFFECTS.disconnect}, jsonb_build_object('serviceId', x.service_id, 'sessions', jsonb_agg(x.id))
      FROM radius.session x WHERE x.ended_at IS NULL AND x.service_id = ANY(${[...serviceIds]}::int[])
      GROUP BY x.service_id`;
