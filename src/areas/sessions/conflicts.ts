import { isTooSoon, lastRun, noteRun } from '../../core/costly-run.ts';
import type { Kernel } from '../../core/kernel.ts';
import type { Database } from '../../db/database.ts';
import { execute, query, sql } from '../../db/sql.ts';
import { EFFECTS } from './effects.ts';
import { retakePrefixLeases } from './prefix-leases.ts';
import { isSilent } from './reap.ts';

type Pool = Pick<Database, 'pool'>;

/** A live session that uses an address leased or reserved to another service. */
interface AddressConflict {
  readonly ip: string;
  readonly nas: string;
  readonly username: string;
  readonly holder: string;
}

/** Conflicts logged per run: many have one cause. */
const MAX_LOGGED = 20;

/** The setting that says when all sessions were compared. */
const SETTING = 'conflicts_resolved_at';
/** More sessions than begin in a minute, also when a large NAS restarts. */
const RECENT = 200_000;

/**
 * Resolves differences between accounting and leases. A session that reopened after its lease was released gets it back if
 * the address is free; if another service has the address, that is logged. If two nodes admitted a session of one service at
 * the same moment, the later one is ended.
 *
 * Where comparing all sessions takes long, that is done less often, and in between only services that have a new session are
 * looked at, for what cannot wait: a second device.
 */
export async function resolveConflicts(kernel: Pick<Kernel, 'db' | 'log' | 'clock'>): Promise<void> {
  const { db, clock } = kernel;
  const at = clock.now();
  if (isTooSoon(await lastRun(db, SETTING), at)) {
    const [row] = await query<{ id: number }>(
      db.pool,
      sql`SELECT coalesce(max(id), 0)::float8 AS id FROM radius.session`,
    );
    return endSecondSessions(kernel, (row?.id ?? 0) - RECENT);
  }
  const began = performance.now();
  await retakeLeases(db);
  await retakePrefixLeases(db);
  await reportAddressConflicts(kernel);
  await endSecondSessions(kernel, 0);
  await noteRun(db, SETTING, { at, ms: performance.now() - began });
}

async function reportAddressConflicts({ db, log }: Pick<Kernel, 'db' | 'log'>): Promise<void> {
  const conflicts = await addressConflicts(db);
  for (const conflict of conflicts.slice(0, MAX_LOGGED)) {
    log.warn(conflict, 'a session uses an IP address that belongs to another service');
  }
  if (conflicts.length > MAX_LOGGED)
    log.warn({ conflicts: conflicts.length }, 'not all sessions with address conflicts are listed');
}

/** Of services that have an open session with an id above `after`; 0: of all. */
async function endSecondSessions(
  { db, log, clock }: Pick<Kernel, 'db' | 'log' | 'clock'>,
  after: number,
): Promise<void> {
  await endReplacedSessions(db, after);
  const duplicates = await endDuplicateSessions(db, clock.now(), after);
  if (duplicates > 0) log.warn({ services: duplicates }, 'services had two sessions; disconnecting the later one');
}

async function retakeLeases({ pool }: Pool): Promise<void> {
  await execute(
    pool,
    sql`UPDATE radius.ip_address a
        SET leased_to = x.service_id, lease_kind = 'dynamic', session_key = x.class, leased_at = now(),
          last_leased_to = x.service_id
        FROM radius.session x JOIN crm.service s ON s.id = x.service_id
        WHERE x.ended_at IS NULL AND s.ip_assignment = 'IPpool' AND s.deleted_at IS NULL
          AND a.pool_id = s.ip_pool_id AND a.ip = x.ip AND a.leased_to IS NULL AND a.service_id IS NULL
          AND NOT EXISTS (
            SELECT FROM radius.ip_address o WHERE o.leased_to = x.service_id AND o.lease_kind = 'dynamic')
          AND NOT EXISTS (
            SELECT FROM radius.session z WHERE z.service_id = x.service_id AND z.ended_at IS NULL AND z.id > x.id)
          -- Not if two sessions use the address. A session of an unknown user does not count.
          AND NOT EXISTS (
            SELECT FROM radius.session y WHERE y.ended_at IS NULL AND y.ip = x.ip AND y.isp_id = x.isp_id AND y.id <> x.id
              AND y.service_id IS NOT NULL)`,
  );
}

function addressConflicts({ pool }: Pool): Promise<AddressConflict[]> {
  return query<AddressConflict>(
    pool,
    sql`SELECT host(x.ip) AS ip, host(x.nas_ip) AS nas, x.username, h.username AS holder
        FROM radius.session x
        JOIN radius.ip_address a ON a.isp_id = x.isp_id AND a.ip = x.ip
        JOIN crm.service h ON h.id = coalesce(a.service_id, a.leased_to)
        WHERE x.ended_at IS NULL AND x.service_id IS DISTINCT FROM a.service_id
          AND x.service_id IS DISTINCT FROM a.leased_to
        ORDER BY x.ip`,
  );
}

/** A device that has started another session has lost the earlier one, whichever nodes recorded them. */
async function endReplacedSessions({ pool }: Pool, after: number): Promise<void> {
  await execute(
    pool,
    sql`UPDATE radius.session x SET ended_at = updated_at, terminate_cause = 'Taken-Over'
        WHERE x.ended_at IS NULL AND EXISTS (
          SELECT FROM radius.session n WHERE n.service_id = x.service_id AND n.ended_at IS NULL AND n.mac = x.mac
            AND n.started_at > x.updated_at AND n.id > ${after}::bigint)`,
  );
}

/** Returns the number of services. */
async function endDuplicateSessions({ pool }: Pool, now: Date, after: number): Promise<number> {
  const isRecent = sql`x.service_id IN (SELECT r.service_id FROM radius.session r WHERE r.id > ${after}::bigint AND r.ended_at IS NULL)`;
  return execute(
    pool,
    sql`WITH live AS (
          SELECT x.id, x.service_id, row_number() OVER (PARTITION BY x.service_id ORDER BY x.started_at, x.id) AS position
          FROM radius.session x WHERE x.ended_at IS NULL AND x.service_id IS NOT NULL AND NOT ${isSilent(now)}
            AND ${after > 0 ? isRecent : sql`true`}
        )
        INSERT INTO crm.outbox (kind, payload)
        SELECT ${EFFECTS.disconnect}, jsonb_build_object('serviceId', l.service_id, 'sessions', jsonb_agg(l.id ORDER BY l.id))
        FROM live l WHERE l.position > 1
          AND NOT EXISTS (
            SELECT FROM crm.outbox o WHERE o.done_at IS NULL AND o.kind = ${EFFECTS.disconnect}
              AND o.payload -> 'serviceId' = to_jsonb(l.service_id))
        GROUP BY l.service_id`,
  );
}
