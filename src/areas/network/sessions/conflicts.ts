import type { Kernel } from '../../../core/kernel.ts';
import { EFFECTS } from '../../../core/network/effects.ts';
import { inServiceSlices } from '../../../core/work/service-slices.ts';
import type { Database } from '../../../db/database.ts';
import { execute, query, type Sql, sql } from '../../../db/sql.ts';
import { retakePrefixLeases } from './prefix-leases.ts';
import { isSilent } from './reap.ts';
import { retakeLeases } from './retake-leases.ts';

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

/** The settings that say how far sessions have been compared, and which were the newest of the last two runs that did it. */
const ROUND = 'conflicts_resolved_upto';
const NEWEST = 'conflicts_newest_sessions';

/**
 * Resolves differences between accounting and leases. A session that reopened after its lease was released gets it back if
 * the address is free; if another service has the address, that is logged. If two nodes admitted more lines of one service at
 * the same moment than may be online, the later ones are ended.
 *
 * A second device cannot wait: services with a new session are looked at in each run, all others in turn.
 */
export async function resolveConflicts(kernel: Pick<Kernel, 'db' | 'log' | 'clock'>): Promise<void> {
  const { db } = kernel;
  const [before, last, newest] = await newestSessions(db);
  await endSecondSessions(
    kernel,
    sql`x.service_id IN (SELECT r.service_id FROM radius.session r WHERE r.id > ${before}::bigint AND r.ended_at IS NULL)`,
  );
  // Only now: a run that failed has looked at none of them.
  await noteNewest(db, [last, newest]);
  await inServiceSlices(db, ROUND, async (slice) => {
    const among = sql`x.service_id > ${slice.after} AND x.service_id <= ${slice.upto}`;
    await retakeLeases(db, among);
    await retakePrefixLeases(db, among);
    // A session of an unknown user may use somebody's address too.
    await reportAddressConflicts(kernel, slice.after > 0 ? among : sql`(${among} OR x.service_id IS NULL)`);
    await endSecondSessions(kernel, among);
  });
}

/**
 * Ids of the newest session: of the run before the last, of the last and now. Looked at are those since the first, as one that is
 * seen late has taken its id a little earlier. The first run of all leaves it to the round.
 */
async function newestSessions({ pool }: Pool): Promise<readonly [before: number, last: number, newest: number]> {
  const [row] = await query<{ newest: number; seen: readonly [number, number] | null }>(
    pool,
    sql`SELECT coalesce(max(id), 0)::float8 AS newest, (SELECT value FROM crm.setting WHERE key = ${NEWEST}) AS seen
        FROM radius.session`,
  );
  const { newest = 0, seen } = row ?? {};
  return [...(seen ?? ([newest, newest] as const)), newest];
}

async function noteNewest({ pool }: Pool, seen: readonly [number, number]): Promise<void> {
  await execute(
    pool,
    sql`INSERT INTO crm.setting (key, value) VALUES (${NEWEST}, ${JSON.stringify(seen)}::jsonb)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()`,
  );
}

async function reportAddressConflicts({ db, log }: Pick<Kernel, 'db' | 'log'>, among: Sql): Promise<void> {
  const conflicts = await addressConflicts(db, among);
  for (const conflict of conflicts.slice(0, MAX_LOGGED)) {
    log.warn(conflict, 'a session uses an IP address that belongs to another service');
  }
  if (conflicts.length > MAX_LOGGED)
    log.warn({ conflicts: conflicts.length }, 'too many sessions have address conflicts to list all');
}

async function endSecondSessions({ db, log, clock }: Pick<Kernel, 'db' | 'log' | 'clock'>, among: Sql): Promise<void> {
  await endReplacedSessions(db, among);
  const duplicates = await endDuplicateSessions(db, clock.now(), among);
  if (duplicates > 0)
    log.warn({ services: duplicates }, 'services had more sessions than their limit; disconnecting the newest');
}

function addressConflicts({ pool }: Pool, among: Sql): Promise<AddressConflict[]> {
  return query<AddressConflict>(
    pool,
    sql`SELECT host(x.ip) AS ip, host(x.nas_ip) AS nas, x.username, h.username AS holder
        FROM radius.session x
        JOIN radius.ip_address a ON a.isp_id = x.isp_id AND a.ip = x.ip
        JOIN crm.service h ON h.id = coalesce(a.service_id, a.leased_to)
        WHERE ${among} AND x.ended_at IS NULL AND x.service_id IS DISTINCT FROM a.service_id
          AND x.service_id IS DISTINCT FROM a.leased_to
        ORDER BY x.ip`,
  );
}

/**
 * A device that has started another session has lost the earlier one, whichever nodes recorded them, unless both are of one log-in or bundle.
 * Each session is compared with the newest of its device, not with all of its service: a NAS can report any number of them.
 */
async function endReplacedSessions({ pool }: Pool, among: Sql): Promise<void> {
  await execute(
    pool,
    sql`WITH live AS (
          SELECT x.id, x.updated_at, x.nas_id, x.class, x.bundle, max(x.started_at) OVER device AS newest,
            first_value(x.nas_id) OVER device AS newest_nas, first_value(x.class) OVER device AS newest_class,
            first_value(x.bundle) OVER device AS newest_bundle
          FROM radius.session x WHERE ${among} AND x.ended_at IS NULL AND x.mac IS NOT NULL
          WINDOW device AS (PARTITION BY x.service_id, x.mac ORDER BY x.started_at DESC, x.id DESC)
        ), replaced AS MATERIALIZED (
          SELECT id, newest FROM live WHERE newest > updated_at
            AND (nas_id = newest_nas AND (class = newest_class OR bundle = newest_bundle)) IS NOT TRUE
        )
        UPDATE radius.session x SET ended_at = x.updated_at, terminate_cause = 'Taken-Over'
        FROM replaced r WHERE x.id = ANY (ARRAY[r.id]) AND x.ended_at IS NULL AND r.newest > x.updated_at`,
  );
}

/**
 * Ends the newest lines above the limit; sessions of one log-in are one line, and so are those of one bundle. Returns the number of services. Effects that wait are
 * looked through once for each, since one may name many sessions.
 */
async function endDuplicateSessions({ pool }: Pool, now: Date, among: Sql): Promise<number> {
  return execute(
    pool,
    sql`WITH live AS (
          SELECT x.id, x.isp_id, x.service_id, x.nas_id, x.started_at, coalesce('bundle ' || x.bundle, x.class) AS line,
            count(*) OVER (PARTITION BY x.service_id) AS sessions
          FROM radius.session x WHERE ${among} AND x.ended_at IS NULL AND NOT ${isSilent(now)}
        ), line AS (
          SELECT l.*, first_value(l.id) OVER log_in AS first_id, first_value(l.started_at) OVER log_in AS began
          FROM live l WHERE l.sessions > 1
          WINDOW log_in AS (
            PARTITION BY l.service_id, l.nas_id, l.line, CASE WHEN l.line IS NULL THEN l.id END
            ORDER BY l.started_at, l.id)
        ), ranked AS (
          SELECT l.*, dense_rank() OVER (PARTITION BY l.service_id ORDER BY l.began, l.first_id) AS number FROM line l
        ), later AS MATERIALIZED (
          SELECT r.isp_id, r.service_id, jsonb_agg(r.id ORDER BY r.id) AS sessions
          FROM ranked r JOIN crm.service s ON s.id = r.service_id JOIN crm.plan p ON p.id = s.plan_id
          WHERE r.number > crm.session_limit(s, p) GROUP BY r.isp_id, r.service_id
        )
        INSERT INTO crm.outbox (isp_id, kind, payload)
        SELECT l.isp_id, ${EFFECTS.disconnect}, jsonb_build_object('serviceId', l.service_id, 'sessions', l.sessions)
        FROM later l
        WHERE NOT EXISTS (
          SELECT FROM crm.outbox o WHERE o.done_at IS NULL AND o.kind = ${EFFECTS.disconnect}
            AND o.payload -> 'serviceId' = to_jsonb(l.service_id))`,
  );
}
