import { execute, query, type Runner, sql } from '../../../db/sql.ts';
import type { NotificationSubject } from '../gateways/provider.ts';

/** More than a payment can be disputed. */
const MAX_DISPUTES = 20;

/**
 * Notes durably that an order has news, so that it is settled whatever happens to this node. Looks within the gateway only, whose
 * secret the news were signed with.
 * @returns the id of the order; null if the news are of none of ours, as an account at a provider may have other uses
 */
export async function noteNews(
  on: Runner,
  gatewayId: number,
  { providerOrderId, providerPaymentId, disputeId }: NotificationSubject,
  now: Date,
): Promise<number | null> {
  const [order] = await query<{ id: number }>(
    on,
    sql`SELECT o.id FROM crm.payment_order o
        WHERE o.gateway_id = ${gatewayId} AND o.provider_order_id = ${providerOrderId ?? null}
        UNION ALL
        SELECT p.order_id FROM crm.gateway_payment p
        WHERE p.gateway_id = ${gatewayId} AND p.provider_payment_id = ${providerPaymentId ?? null}
        LIMIT 1`,
  );
  if (!order) return null;
  await execute(
    on,
    sql`UPDATE crm.payment_order SET check_at = ${now}::timestamptz, revision = revision + 1,
          dispute_ids = CASE WHEN ${disputeId ?? null}::text IS NULL OR ${disputeId ?? null} = ANY (dispute_ids)
            OR cardinality(dispute_ids) >= ${MAX_DISPUTES} THEN dispute_ids
            ELSE dispute_ids || ${disputeId ?? null}::text END
        WHERE id = ${order.id}`,
  );
  return order.id;
}
