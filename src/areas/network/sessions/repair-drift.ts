import type { Kernel } from '../../../core/kernel.ts';
import { EFFECTS } from '../../../core/network/effects.ts';
import { execute, sql } from '../../../db/sql.ts';

/**
 * Queues a refresh for live sessions whose access differs from what their service should have: the NAS never took the change,
 * or none was queued. Services with a pending refresh are skipped; the outbox retries those. Returns the number of services.
 */
export async function repairDrift(
  { db, network }: Pick<Kernel, 'db' | 'network'>,
  signal?: AbortSignal,
): Promise<number> {
  const services = await network.drifted(signal);
  if (services.length === 0) return 0;
  return execute(
    db.pool,
    sql`INSERT INTO crm.outbox (isp_id, kind, payload)
        SELECT s.isp_id, ${EFFECTS.refresh}, jsonb_build_object('serviceId', d.id)
        FROM unnest(${[...services]}::int[]) AS d (id) JOIN crm.service s ON s.id = d.id
        WHERE NOT EXISTS (
          SELECT FROM crm.outbox o WHERE o.done_at IS NULL AND o.kind = ${EFFECTS.refresh}
            AND o.payload = jsonb_build_object('serviceId', d.id))`,
  );
}
