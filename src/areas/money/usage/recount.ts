import { type Scope, scopeConditions, serviceScope, wholeInstallation } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { join, query, send, sql } from '../../../db/sql.ts';
import { addUsage, clampCounter, subtractUsage } from './levels.ts';
import { lockUsageWhere, updateOfUsage } from './usage-row.ts';

/**
 * Counts the period again from the daily usage that accounting recorded. If the counters have drifted, the difference is added
 * at the current level, or subtracted from the last one used. A service that is not in the scope is left alone.
 */
export async function recountUsage(tx: Tx, serviceId: number, scope: Scope = wholeInstallation): Promise<void> {
  const where = join([sql`s.id = ${serviceId}`, ...scopeConditions(scope, serviceScope('s'))], ' AND ');
  // The row is locked before the days are read.
  const locked = lockUsageWhere(tx, where);
  const counting = query<{ up: string; down: string }>(
    tx,
    sql`SELECT greatest(coalesce(sum(d.in_bytes), 0) - u.base_in_bytes, 0) AS up,
          greatest(coalesce(sum(d.out_bytes), 0) - u.base_out_bytes, 0) AS down
        FROM radius.usage u LEFT JOIN (
          SELECT day, in_bytes, out_bytes FROM radius.daily_usage WHERE service_id = ${serviceId}
          UNION ALL SELECT day, in_bytes, out_bytes FROM crm_archive.usage_day WHERE service_id = ${serviceId}
        ) d ON d.day >= coalesce(u.counted_from, '-infinity')
        WHERE u.service_id = ${serviceId} GROUP BY u.base_in_bytes, u.base_out_bytes`,
  );
  const [usage, [counted]] = await Promise.all([locked, counting]);
  if (!usage) return;
  const inBytes = clampCounter(BigInt(counted?.up ?? 0));
  const outBytes = clampCounter(BigInt(counted?.down ?? 0));
  const more = inBytes + outBytes - usage.usedBytes;
  const corrected = more >= 0n ? addUsage(usage, more) : subtractUsage(usage, -more);
  send(tx, updateOfUsage({ ...usage, ...corrected, inBytes, outBytes }));
}
