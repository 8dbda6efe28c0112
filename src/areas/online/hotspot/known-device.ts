import type { Kernel } from '../../../core/kernel.ts';
import { isFrozen } from '../../../core/tenancy/frozen-tenant.ts';
import { query, sql } from '../../../db/sql.ts';
import type { Guest } from './guesses.ts';
import type { Admitted } from './redeem.ts';
import { DEVICE_DAYS } from './vocabulary.ts';

/**
 * What a device may use without its code, if the batch of that code says so; null: nothing. Who claims the address of another
 * device gains nothing by it: the ticket is good for that device alone.
 */
export async function admitDevice(
  { db }: Pick<Kernel, 'db'>,
  { ispId, mac, now }: Pick<Guest, 'ispId' | 'mac' | 'now'>,
): Promise<Admitted | null> {
  const [found] = await query<Admitted>(
    db.pool,
    sql`SELECT c.service_id AS "serviceId", c.valid_until AS until
        FROM crm.hotspot_device d
          JOIN crm.hotspot_code c ON c.isp_id = d.isp_id AND c.id = d.code_id
          JOIN crm.hotspot_batch b ON b.isp_id = c.isp_id AND b.id = c.batch_id
        WHERE d.isp_id = ${ispId} AND d.mac = ${mac} AND b.remember_devices AND c.status = 'Used'
          AND c.valid_until > ${now}::timestamptz
          AND d.seen_at > ${now}::timestamptz - make_interval(days => ${DEVICE_DAYS})
          AND NOT ${isFrozen(sql`d.isp_id`)}
        ORDER BY c.valid_until DESC LIMIT 1`,
  );
  return found ?? null;
}
