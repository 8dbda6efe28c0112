import { isFrozen } from '../../../core/tenancy/frozen-tenant.ts';
import { INTERIM_INTERVAL_S, ISP_SILENCES, silenceOf } from '../../../core/vocabulary/interim.ts';
import type { Database } from '../../../db/database.ts';
import { query, type Sql, sql } from '../../../db/sql.ts';
import { endSessions, RELEASED, type Reaped } from './end-sessions.ts';
import { reapPrefixLeases } from './prefix-leases.ts';

type Pool = Pick<Database, 'pool'>;

/** Nodes have been listening to the NASes since then, without a gap. */
export interface Listening {
  readonly now: Date;
  readonly since: Date;
}

const BATCH = 1000;
/** A node runs this every minute. After a longer gap no node was running, so none was listening to the NASes either. */
const MAX_GAP_S = 180;
const LISTENING_SETTING = 'accounting_heard';

/** How long the session `x` may be silent. */
const SILENCE = silenceOf(sql`coalesce(x.interim_interval, ${INTERIM_INTERVAL_S}::int)`);

/**
 * Ends sessions that have had no update for too long, as of their last update, and releases their leases and those whose session
 * never started. A session that is alive after all reopens with its next update. Neither is reaped until nodes have listened
 * for as long as it may be silent: after an outage all sessions look silent. An ISP that is being moved is not listened to.
 */
export async function reapSessions(db: Pool, now: Date): Promise<Reaped> {
  const since = await listeningSince(db, now);
  let sessions = 0;
  let leases = 0;
  for (;;) {
    const reaped = await reapBatch(db, { now, since });
    sessions += reaped.sessions;
    leases += reaped.leases;
    if (reaped.sessions < BATCH) break;
  }
  return {
    sessions,
    leases: leases + (await reapLeases(db, { now, since })) + (await reapPrefixLeases(db, { now, since })),
  };
}

/** Since when nodes have been listening without a gap; all nodes record it in one setting. */
async function listeningSince({ pool }: Pool, now: Date): Promise<Date> {
  const at = sql`${now}::timestamptz`;
  const restarted = sql`jsonb_build_object('since', ${at}, 'at', ${at})`;
  const [row] = await query<{ since: string }>(
    pool,
    sql`INSERT INTO crm.setting AS s (key, value) VALUES (${LISTENING_SETTING}, ${restarted})
        ON CONFLICT (key) DO UPDATE SET updated_at = now(), value = CASE
          WHEN (s.value ->> 'at')::timestamptz < ${at} - make_interval(secs => ${MAX_GAP_S}) THEN ${restarted}
          ELSE s.value || jsonb_build_object('at', ${at}) END
        RETURNING value ->> 'since' AS since`,
  );
  return new Date(row?.since ?? now);
}

async function reapBatch({ pool }: Pool, { now, since }: Listening): Promise<Reaped> {
  return endSessions(
    pool,
    'Stale',
    sql`SELECT id FROM radius.session x WHERE x.ended_at IS NULL AND ${isSilent(now)}
          AND ${since}::timestamptz < ${now}::timestamptz - ${SILENCE} AND NOT ${isFrozen(sql`x.isp_id`)}
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
  );
}

/** Condition: the session `x` has had no update for too long. */
export function isSilent(now: Date): Sql {
  return sql`x.updated_at < ${now}::timestamptz - ${SILENCE}`;
}

/** Leases of logins that were accepted and never used. */
async function reapLeases({ pool }: Pool, { now, since }: Listening): Promise<number> {
  const rows = await query(
    pool,
    sql`UPDATE radius.ip_address a SET ${RELEASED}
        FROM ${ISP_SILENCES} i
        WHERE i.isp_id = a.isp_id AND a.lease_kind = 'dynamic' AND NOT ${isFrozen(sql`a.isp_id`)}
          AND greatest(a.leased_at, ${since}::timestamptz) < ${now}::timestamptz - i.silence
          AND NOT EXISTS (
            SELECT FROM radius.session s WHERE s.service_id = a.leased_to AND s.ended_at IS NULL
              AND (s.class = a.session_key OR s.ip = a.ip OR s.ip IS NULL))
        RETURNING 1`,
  );
  return rows.length;
}
