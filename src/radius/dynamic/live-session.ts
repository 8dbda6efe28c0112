import { servedBy } from '../../areas/network/nas/serves.ts';
import type { SessionAddress } from '../../core/network/network.ts';
import type { Database } from '../../db/database.ts';
import { execute, query, sql } from '../../db/sql.ts';
import type { Tx } from '../../db/tx.ts';
import { accessGranted, type SessionAccess } from '../policy/session-access.ts';
import { grantIn } from '../policy/session-class.ts';

/** An open session as stored. */
export interface LiveSession extends SessionAddress {
  readonly id: number;
  readonly serviceId: number;
  readonly acctSessionId: string;
  readonly resellerId: number | null;
  /** Whether its NAS serves its reseller, by the database; memory may lag for a moment. */
  readonly isServed: boolean;
  readonly mac: string | null;
  readonly sessionClass: string | null;
  readonly acknowledged: SessionAccess | null;
}

/** The desired access of a session that must end. */
export const NO_ACCESS = { none: true } as const;

/** The open sessions of a service, and whether each waits for a change that its NAS has not acknowledged. */
export function openSessions(
  pool: Database['pool'],
  serviceId: number,
): Promise<{ id: number; nasId: number; isPending: boolean }[]> {
  return query(
    pool,
    sql`SELECT id, nas_id AS "nasId", desired IS NOT NULL AND desired IS DISTINCT FROM acknowledged AS "isPending"
        FROM radius.session WHERE service_id = ${serviceId} AND ended_at IS NULL`,
  );
}

/** The NASes of the open sessions of each of the services that has any. */
export function nasesOf(
  pool: Database['pool'],
  serviceIds: readonly number[],
): Promise<{ serviceId: number; nasIds: number[] }[]> {
  return query(
    pool,
    sql`SELECT service_id AS "serviceId", array_agg(nas_id) AS "nasIds" FROM radius.session
        WHERE service_id = ANY(${[...serviceIds]}::int[]) AND ended_at IS NULL GROUP BY service_id`,
  );
}

/** Locks the session until the transaction ends, so that a concurrent decision is based on later facts. Null when it has ended. */
export async function lockSession(tx: Tx, id: number): Promise<LiveSession | null> {
  const [row] = await query<LiveSession>(
    tx,
    sql`SELECT x.id, x.service_id AS "serviceId", x.nas_id AS "nasId", x.username, x.acct_session_id AS "acctSessionId",
          host(x.ip) AS "framedIp", x.mac, x.class AS "sessionClass", x.acknowledged, s.reseller_id AS "resellerId",
          ${servedBy('n', sql`s.reseller_id`)} AS "isServed"
        FROM radius.session x JOIN crm.service s ON s.id = x.service_id JOIN radius.nas n ON n.id = x.nas_id
        WHERE x.id = ${id} AND x.ended_at IS NULL FOR UPDATE OF x`,
  );
  return row ?? null;
}

/**
 * The access that the session has: what its NAS acknowledged last, else what its log-in was granted, by its Class. Null when
 * that is unknown, or was another pool, address list or address than wanted.
 */
export function currentAccess(
  { acknowledged, sessionClass }: Pick<LiveSession, 'acknowledged' | 'sessionClass'>,
  wanted: SessionAccess,
): SessionAccess | null {
  if (acknowledged !== null) return acknowledged;
  const grant = grantIn(sessionClass);
  return grant === null ? null : accessGranted(grant, wanted);
}

export async function saveDesired(tx: Tx, id: number, access: SessionAccess | typeof NO_ACCESS): Promise<void> {
  await execute(tx, sql`UPDATE radius.session SET desired = ${JSON.stringify(access)}::jsonb WHERE id = ${id}`);
}

/** The session has the access that it should have. */
export async function saveReached(tx: Tx, id: number, access: SessionAccess): Promise<void> {
  const text = JSON.stringify(access);
  await execute(
    tx,
    sql`UPDATE radius.session SET desired = ${text}::jsonb, acknowledged = ${text}::jsonb
        WHERE id = ${id} AND (desired IS DISTINCT FROM ${text}::jsonb OR acknowledged IS DISTINCT FROM ${text}::jsonb)`,
  );
}

/** The NAS has acknowledged this access. Returns whether that is still what the session should have, or the session is gone. */
export async function saveAcknowledged(pool: Database['pool'], id: number, access: string): Promise<boolean> {
  const rows = await query<{ isReached: boolean | null }>(
    pool,
    sql`UPDATE radius.session SET acknowledged = ${access}::jsonb, refusal = NULL WHERE id = ${id}
        RETURNING desired = acknowledged AS "isReached"`,
  );
  return rows.every(({ isReached }) => isReached);
}
