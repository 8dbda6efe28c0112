import { Counter, Gauge, type Registry } from 'prom-client';
import type { Kernel } from '../../../core/kernel.ts';
import { query, sql } from '../../../db/sql.ts';

/** Setting: when a run last finished, on any node. */
export const ARCHIVED_AT = 'archived_at';
const ROWS = 'lastmile_archive_rows_total';
const SUCCESS = 'lastmile_archive_success_timestamp_seconds';

export function archiveMetrics(registry: Registry): { rows: Counter; success: Gauge } {
  const rows = registry.getSingleMetric(ROWS);
  const success = registry.getSingleMetric(SUCCESS);
  if (rows instanceof Counter && success instanceof Gauge) return { rows, success };
  return {
    rows: new Counter({
      name: ROWS,
      help: 'Rows that this node archived or removed, by table',
      labelNames: ['table', 'step'],
      registers: [registry],
    }),
    success: new Gauge({
      name: SUCCESS,
      help: 'When an archive run last finished, on any node, in seconds since 1970',
      registers: [registry],
    }),
  };
}

/** Sets the gauge to the last finished run of any node. */
export async function showLastArchive({ db, metrics }: Pick<Kernel, 'db' | 'metrics'>): Promise<void> {
  const { success } = archiveMetrics(metrics);
  const [row] = await query<{ value: string }>(
    db.pool,
    sql`SELECT value #>> '{}' AS value FROM crm.setting WHERE key = ${ARCHIVED_AT}`,
  );
  if (row) success.set(Date.parse(row.value) / 1000);
}
