import { isFrozen } from '../core/tenancy/frozen-tenant.ts';
import { jobNodes } from '../db/named-locks.ts';
import { query, type Runner, sql } from '../db/sql.ts';

export interface ServerState {
  readonly version: string;
  readonly writable: boolean;
  readonly bytes: number;
  readonly connections: number;
  readonly maxConnections: number;
  readonly deadlocks: number;
  readonly nodes: number;
  readonly jobNodes: number;
}

/** A node has one connection with this name, so they tell how many nodes there are (`db/listen-client.ts`). */
export async function readServer(on: Runner): Promise<ServerState> {
  const [row] = await query<ServerState>(
    on,
    sql`SELECT current_setting('server_version') AS version,
          NOT pg_is_in_recovery() AND NOT current_setting('transaction_read_only')::boolean AS writable,
          pg_database_size(d.datid)::float8 AS bytes, d.deadlocks::float8 AS deadlocks,
          (SELECT sum(numbackends)::int FROM pg_stat_database) AS connections,
          current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
            AS "maxConnections",
          (SELECT count(*)::int FROM pg_stat_activity a
            WHERE a.datid = d.datid AND a.application_name ~ '^lastmile listen( |$)') AS nodes,
          ${jobNodes} AS "jobNodes"
        FROM pg_stat_database d WHERE d.datname = current_database()`,
  );
  if (!row) throw new Error('pg_stat_database does not list this database');
  return row;
}

export interface OutboxState {
  readonly waiting: number;
  readonly failed: number;
  /** In seconds: how long an effect has been due that nobody has begun. */
  readonly dueAge: number;
  /** In seconds: the age of the oldest effect that is not done. */
  readonly oldestAge: number;
}

/** More rows are not counted. */
const MAX_COUNTED = 100_000;

export async function readOutbox(on: Runner): Promise<OutboxState> {
  const [row] = await query<OutboxState>(
    on,
    sql`SELECT waiting.count AS waiting, extract(epoch FROM coalesce(now() - waiting.since, '0'))::float8 AS "oldestAge",
          (SELECT count(*)::int FROM (SELECT FROM crm.outbox WHERE done_at IS NOT NULL LIMIT ${MAX_COUNTED}) f) AS failed,
          extract(epoch FROM coalesce(now() - (SELECT min(available_at) FROM crm.outbox
            WHERE done_at IS NULL AND available_at <= now()), '0'))::float8 AS "dueAge"
        FROM (SELECT count(*)::int, min(created_at) AS since
              FROM (SELECT created_at FROM crm.outbox WHERE done_at IS NULL LIMIT ${MAX_COUNTED}) w) AS waiting`,
  );
  if (!row) throw new Error('an aggregate has one row');
  return row;
}

export interface EventState {
  /** In seconds: how long the oldest event has waited for its place in the feed. */
  readonly waitingAge: number;
  readonly failing: number;
  readonly disabled: number;
}

export async function readEventFeed(on: Runner): Promise<EventState> {
  const [row] = await query<EventState>(
    on,
    sql`SELECT extract(epoch FROM coalesce(clock_timestamp() - (SELECT at FROM crm.unnumbered_event ORDER BY id LIMIT 1), '0'))::float8
            AS "waitingAge",
          count(*) FILTER (WHERE status = 'Enabled' AND failing_since IS NOT NULL)::int AS failing,
          count(*) FILTER (WHERE status = 'Disabled')::int AS disabled
        FROM crm.webhook WHERE deleted_at IS NULL`,
  );
  if (!row) throw new Error('an aggregate has one row');
  return row;
}

/** In seconds: how long the oldest message to a subscriber could have been sent, and was not. */
export async function readNotices(on: Runner): Promise<{ readonly waitingAge: number }> {
  const [row] = await query<{ waitingAge: number }>(
    on,
    sql`SELECT extract(epoch FROM coalesce(max(clock_timestamp() - m.due_at), '0'))::float8 AS "waitingAge"
        FROM crm.notice_progress p
        JOIN crm.isp_setting t ON t.isp_id = p.isp_id
        CROSS JOIN LATERAL (SELECT due_at FROM crm.notice_message WHERE isp_id = p.isp_id AND status = 'Waiting'
          ORDER BY due_at LIMIT 1) m
        WHERE m.due_at < clock_timestamp() AND NOT crm.is_quiet(t.timezone, t.quiet_from, t.quiet_upto, clock_timestamp())
          AND NOT EXISTS (SELECT FROM crm.tenant_freeze f WHERE f.isp_id = p.isp_id)`,
  );
  if (!row) throw new Error('an aggregate has one row');
  return row;
}

export interface JobState {
  readonly name: string;
  /** In seconds. */
  readonly interval: number;
  /** In seconds since 1970: the end of the last run, of any node, that did not fail. */
  readonly succeededAt: number;
}

/** Nodes of the version before write only `ended_at` and `outcome`. */
export function readJobs(on: Runner): Promise<JobState[]> {
  return query<JobState>(
    on,
    sql`SELECT name, every_ms::float8 / 1000 AS interval,
          extract(epoch FROM greatest(succeeded_at, CASE WHEN outcome <> 'failed' THEN ended_at END))::float8
            AS "succeededAt"
        FROM crm.job WHERE NOT on_every_node ORDER BY name`,
  );
}

/** In seconds: how long the ISP that waits longest has waited for a node to advance its services to today. */
export async function readClock(on: Runner): Promise<{ readonly waitingAge: number }> {
  const [row] = await query<{ waitingAge: number }>(
    on,
    sql`SELECT extract(epoch FROM coalesce(max(clock_timestamp() - coalesce(greatest(t.turned_at, t.ended_at), i.created_at)),
            '0'))::float8 AS "waitingAge"
        FROM crm.isp i LEFT JOIN crm.clock_turn t ON t.isp_id = i.id
        WHERE i.deleted_at IS NULL AND NOT ${isFrozen(sql`i.id`)}`,
  );
  if (!row) throw new Error('an aggregate has one row');
  return row;
}

export interface PartitionState {
  readonly table: string;
  /** Partitions that are ready for the months after this one. */
  readonly monthsAhead: number;
  /** Rows of this month and the next that found no partition. Older ones may come late, and are archived from there. */
  readonly strayRows: number;
}

/** More rows are not counted. */
const MAX_STRAYS = 1_000;

export function readPartitions(on: Runner): Promise<PartitionState[]> {
  return query<PartitionState>(
    on,
    sql`WITH m AS (SELECT date_trunc('month', now()) AS first, date_trunc('month', now()) + interval '2 months' AS upto)
        SELECT t.name AS "table", t.strays AS "strayRows",
          (SELECT count(*)::int FROM m, radius.months_of(('radius.' || t.name)::regclass) p WHERE p.month > m.first)
            AS "monthsAhead"
        FROM (
          SELECT 'session_log' AS name, (SELECT count(*)::int FROM (SELECT FROM radius.session_log_default, m
            WHERE started_at >= m.first AND started_at < m.upto LIMIT ${MAX_STRAYS}) x) AS strays
          UNION ALL SELECT 'usage_day', (SELECT count(*)::int FROM (SELECT FROM radius.usage_day_default, m
            WHERE day >= m.first::date AND day < m.upto::date LIMIT ${MAX_STRAYS}) x)
          UNION ALL SELECT 'auth_log', (SELECT count(*)::int FROM (SELECT FROM radius.auth_log_default, m
            WHERE at >= m.first AND at < m.upto LIMIT ${MAX_STRAYS}) x)
        ) t`,
  );
}
