import { Fault } from '../../../core/fault.ts';
import { query, type Runner, sql } from '../../../db/sql.ts';

/**
 * Says that nothing is left of a customer who was erased. The caller must have been found to see the customer's ISP.
 * @throws Fault of kind `conflict`
 */
export async function refuseErased(on: Runner, customerId: number): Promise<void> {
  const [erasure] = await query<{ day: string }>(
    on,
    sql`SELECT (e.erased_at AT TIME ZONE t.timezone)::date::text AS day
        FROM crm.customer_erasure e JOIN crm.isp_setting t ON t.isp_id = e.isp_id WHERE e.customer_id = ${customerId}`,
  );
  if (erasure)
    throw new Fault('conflict', `customer ${customerId} was erased on ${erasure.day}; nothing personal is left`);
}
