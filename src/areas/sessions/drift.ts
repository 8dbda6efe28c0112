import type { Kernel } from '../../core/kernel.ts';
import { execute, sql } from '../../db/sql.ts';
import { EFFECTS } from './effects.ts';

/**
 * Asks again for the live sessions that do not have what they should: their NAS never took the change, or nobody asked for
 * it. Returns of how many services. What waits in the outbox already has its pauses there.
 */
export async function repairDrift({ db, network }: Pick<Kernel, 'db' | 'network'>): Promise<number> {
  const services = await network.drifted();
  if (services.length === 0) return 0;
  return execute(
    db.pool,
    sql`INSERT INTO crm.outbox (kind, payload)
        SELECT ${EFFECTS.refresh}, jsonb_build_object('serviceId', d.id) FROM unnest(${[...services]}::int[]) AS d (id)
        WHERE NOT EXISTS (
          SELECT FROM crm.outbox o WHERE o.done_at IS NULL AND o.kind = ${EFFECTS.refresh}
            AND o.payload = jsonb_build_object('serviceId', d.id))`,
  );
}
