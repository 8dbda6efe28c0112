import type { Registry } from 'prom-client';
import { z } from 'zod';
import type { Kernel } from '../../../core/kernel.ts';
import { VERSION } from '../../../core/version.ts';
import { amount, count, flagYN, shown, timestamp } from '../../../core/wire/index.ts';
import { query, sql } from '../../../db/sql.ts';

/** Of the node that answers, but for `database` and `outbox`. Without RADIUS its figures are null. */
export const nodeStatus = z.object({
  version_no: shown(),
  mode: shown(),
  started_at: timestamp(),
  uptime_seconds: amount(),
  database: z.object({ writable: flagYN(), version: shown(), size_bytes: amount(), connections: count() }),
  /** How old logs, exports and deep pages may be; null where they are read from the primary. */
  read_lag_seconds: amount().nullable(),
  outbox: z.object({ waiting: count(), failed: count() }),
  journal_bytes: amount().nullable(),
  accounting_queue: amount().nullable(),
  sessions_online: amount().nullable(),
  packets_per_second: amount().nullable(),
});

type StatusKernel = Pick<Kernel, 'db' | 'clock' | 'metrics' | 'lifecycle'>;

interface DatabaseRow {
  readonly writable: boolean;
  readonly version: string;
  readonly size_bytes: number;
  readonly connections: number;
  readonly waiting: number;
  readonly failed: number;
}

/** Is all well? @throws database errors while it is away */
export async function readStatus({
  db,
  clock,
  metrics,
  lifecycle,
}: StatusKernel): Promise<z.output<typeof nodeStatus>> {
  const [row] = await query<DatabaseRow>(
    db.pool,
    sql`SELECT NOT pg_is_in_recovery() AS writable, current_setting('server_version') AS version,
          pg_database_size(current_database()) AS size_bytes,
          (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS connections,
          (SELECT count(*)::int FROM crm.outbox WHERE done_at IS NULL) AS waiting,
          (SELECT count(*)::int FROM crm.outbox WHERE done_at IS NOT NULL) AS failed`,
  );
  if (!row) throw new Error('a query without a table has one row');
  const { waiting, failed, ...database } = row;
  const lag = db.historyLagMs();
  const uptime_seconds = Math.floor(process.uptime());
  const [journal_bytes, accounting_queue, sessions_online, rate] = await Promise.all([
    gauge(metrics, 'lastmile_radius_accounting_journal_bytes'),
    gauge(metrics, 'lastmile_radius_accounting_queue'),
    gauge(metrics, 'lastmile_radius_open_sessions'),
    gauge(metrics, 'lastmile_radius_packets_per_second'),
  ]);
  return {
    version_no: VERSION.version_no,
    mode: lifecycle.mode,
    started_at: new Date(clock.now().getTime() - uptime_seconds * 1000),
    uptime_seconds,
    database,
    read_lag_seconds: lag !== null && Number.isFinite(lag) ? Math.round(lag / 100) / 10 : null,
    outbox: { waiting, failed },
    journal_bytes,
    accounting_queue,
    sessions_online,
    packets_per_second: rate === null ? null : Math.round(rate * 10) / 10,
  };
}

/** The value of a gauge without labels; null if this node has none of that name. */
async function gauge(metrics: Registry, name: string): Promise<number | null> {
  const metric = await metrics.getSingleMetric(name)?.get();
  return metric?.values[0]?.value ?? null;
}
