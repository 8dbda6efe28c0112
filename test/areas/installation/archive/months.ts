import { Registry } from 'prom-client';
import { archive } from '../../../../src/areas/installation/archive/archive.ts';
import { readConfig } from '../../../../src/config/config.ts';
import type { Database } from '../../../../src/db/database.ts';
import { query, sql } from '../../../../src/db/sql.ts';

/** Today in these tests. 100 days before it is August. */
export const NOW = new Date('2026-11-22T10:00:00Z');
export const FIRST_MONTH = '2025-09-01';
const MONTHS = 15;

/** The first day with rows in a month. */
export function firstDayIn(month: string): string {
  const day = new Date(FIRST_MONTH);
  while (day.toISOString() < month) day.setUTCDate(day.getUTCDate() + 10);
  return day.toISOString().slice(0, 10);
}

interface Owner {
  readonly ispId: number;
  readonly nasId: number;
  readonly services: readonly { readonly id: number; readonly username: string }[];
}

/** For each service a session and a day of usage on each tenth day of the months before; every day answers and events. */
export async function fillMonths({ pool }: Pick<Database, 'pool'>, { ispId, nasId, services }: Owner): Promise<void> {
  await pool.query(`SELECT radius.ensure_partitions($1::date, $2)`, [FIRST_MONTH, MONTHS]);
  const days = `generate_series($1::date, $2::date, interval '10 days') AS day`;
  const range = [FIRST_MONTH, NOW.toISOString().slice(0, 10)];
  for (const { id, username } of services) {
    await pool.query(
      `INSERT INTO radius.session_log (id, isp_id, service_id, nas_id, nas_ip, username, acct_session_id, ip, started_at, updated_at,
         ended_at, session_time, in_bytes, out_bytes)
       SELECT $4::bigint * 1000000 + extract(epoch FROM day) / 86400, $3, $4, $5, '192.0.2.1', $6, 's' || day::date, '10.0.0.7', at,
         at + interval '1 hour', at + interval '1 hour', 3600, 1048576, 2097152
       FROM ${days}, LATERAL (SELECT (day AT TIME ZONE 'UTC') + interval '12 hours') AS moment (at)`,
      [...range, ispId, id, nasId, username],
    );
    await pool.query(
      `INSERT INTO radius.usage_day (service_id, day, in_bytes, out_bytes, seconds)
       SELECT $3, day, 1048576, 2097152, 3600 FROM ${days}`,
      [...range, id],
    );
    await pool.query(
      `INSERT INTO radius.auth_log (at, isp_id, service_id, username, nas_id, nas_ip, response)
       SELECT day AT TIME ZONE 'UTC', $3, $4, $6, $5, '192.0.2.1', 'Access-Accept' FROM ${days}`,
      [...range, ispId, id, nasId, username],
    );
  }
  await pool.query(
    `WITH events AS (
       INSERT INTO auth.audit_event (at, isp_id, procedure) SELECT day AT TIME ZONE 'UTC', $3, 'customer.update' FROM ${days} RETURNING id
     )
     INSERT INTO auth.audit_change (event_id, table_name, row_id, operation) SELECT id, 'crm.customer', '1', 'update' FROM events`,
    [...range, ispId],
  );
}

/** Removes everything that was accounted. */
export async function emptyMonths({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query(`TRUNCATE radius.session, radius.session_log, radius.usage_day, radius.auth_log, crm_archive.session_log,
    crm_archive.usage_day, crm_archive.audit_event, crm_archive.audit_change`);
  await pool.query(
    `BEGIN; SET LOCAL lastmile.archiving = 'on'; DELETE FROM auth.audit_change; DELETE FROM auth.audit_event; COMMIT`,
  );
  await pool.query(
    `UPDATE radius.usage SET day = NULL, day_in_bytes = 0, day_out_bytes = 0, day_seconds = 0, period_id = NULL, counted_from = NULL,
       base_in_bytes = 0, base_out_bytes = 0, in_bytes = 0, out_bytes = 0, level1_used = 0, level2_used = 0`,
  );
  // Days that this flushed.
  await pool.query('TRUNCATE radius.usage_day');
}

/** Runs the archive as the job does, with these settings. */
export function runArchive(
  db: Database,
  { settings = {} as Record<string, string>, signal = new AbortController().signal, metrics = new Registry() } = {},
): Promise<boolean> {
  return archive({ db, metrics, config: readConfig(settings), clock: { now: () => NOW } }, { signal, pauseMs: 20 });
}

export const KEEP_ALL = {
  RETENTION_SESSIONS_DAYS: '0',
  RETENTION_USAGE_DAYS: '0',
  RETENTION_AUDIT_DAYS: '0',
  RETENTION_AUTH_LOG_DAYS: '0',
};

/** Everything, in one snapshot. */
export interface Seen {
  readonly sessions: number;
  /** Sessions that are in both places. */
  readonly twice: number;
  readonly bytes: string;
  readonly days: string;
  readonly events: number;
  readonly changes: number;
}

export async function seen({ pool }: Pick<Database, 'pool'>): Promise<Seen> {
  const [row] = await query<Seen>(
    pool,
    sql`WITH sessions AS (
          SELECT id, in_bytes + out_bytes AS bytes FROM radius.session_all
          UNION ALL SELECT id, in_bytes + out_bytes FROM crm_archive.session_log
        ), days AS (
          SELECT in_bytes + out_bytes AS bytes FROM radius.daily_usage
          UNION ALL SELECT in_bytes + out_bytes FROM crm_archive.usage_day
        )
        SELECT (SELECT count(*)::int FROM sessions) AS sessions,
          (SELECT (count(*) - count(DISTINCT id))::int FROM sessions) AS twice,
          (SELECT coalesce(sum(bytes), 0)::text FROM sessions) AS bytes, (SELECT coalesce(sum(bytes), 0)::text FROM days) AS days,
          (SELECT count(*)::int FROM auth.audit_event) + (SELECT count(*)::int FROM crm_archive.audit_event) AS events,
          (SELECT count(*)::int FROM auth.audit_change) + (SELECT count(*)::int FROM crm_archive.audit_change) AS changes`,
  );
  if (!row) throw new Error('nothing is seen');
  return row;
}

/** The earliest and the latest day that a table has, by its column of time. */
export async function spanOf({ pool }: Pick<Database, 'pool'>, table: string, column: string) {
  const { rows } = await pool.query<{ from: string | null; upto: string | null }>(
    `SELECT min(${column})::date::text AS from, max(${column})::date::text AS upto FROM ${table}`,
  );
  return [rows[0]?.from, rows[0]?.upto];
}
