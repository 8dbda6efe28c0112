import { execute, query, type Runner, sql } from '../../../db/sql.ts';
import type { Account } from '../gateways/account.ts';
import { ProviderRefusal } from '../gateways/call-provider.ts';
import { toMinorUnits } from '../gateways/minor-units.ts';
import { PROVIDER_ADAPTERS } from '../gateways/providers/providers.ts';
import type { Order, Settling } from './order.ts';

interface Unsent {
  readonly id: number;
  readonly amt: string;
  readonly createdAt: Date;
  readonly providerPaymentId: string;
  readonly currency: string;
}

interface Sending {
  readonly order: Order;
  readonly account: Account;
  readonly signal: AbortSignal;
}

/**
 * Sends the refunds of an order that the provider has not answered yet. Each has a reference by which the provider, and we, know
 * it again, so it is paid once even if a node is killed between the provider's answer and our note of it.
 */
export async function sendRefunds(kernel: Settling, { order, account, signal }: Sending): Promise<void> {
  const { pool } = kernel.db;
  for (const refund of await takeUnsent(pool, order.id, kernel.clock.now())) {
    const { id, providerPaymentId } = refund;
    const reference = `refund-${id}-${refund.createdAt.getTime()}`;
    const minor = toMinorUnits(refund.amt, refund.currency) ?? 0;
    try {
      const wanted = { reference, providerPaymentId, minor };
      const refundId = await PROVIDER_ADAPTERS[account.provider].refund(account, wanted, signal);
      await answered(pool, id, { status: 'Accepted', refundId, problem: null });
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) {
        await execute(
          pool,
          sql`UPDATE crm.payment_refund SET sent_at = NULL WHERE id = ${id} AND status = 'Requested'`,
        );
        throw error;
      }
      await answered(pool, id, { status: 'Refused', refundId: null, problem: error.message });
    }
  }
}

/** Two nodes must not send the same refund at once. Longer than the provider may take for its two answers. */
const TAKEN_MS = 30_000;

const takeUnsent = (on: Runner, orderId: number, now: Date): Promise<Unsent[]> =>
  query(
    on,
    sql`UPDATE crm.payment_refund r SET sent_at = ${now}::timestamptz
        FROM crm.gateway_payment p
        WHERE r.order_id = ${orderId} AND r.status = 'Requested' AND p.id = r.gateway_payment_id
          AND (r.sent_at IS NULL OR r.sent_at < ${new Date(now.getTime() - TAKEN_MS)}::timestamptz)
        RETURNING r.id, r.amt, r.created_at AS "createdAt", p.provider_payment_id AS "providerPaymentId", p.currency`,
  );

async function answered(
  on: Runner,
  id: number,
  { status, refundId, problem }: { status: 'Accepted' | 'Refused'; refundId: string | null; problem: string | null },
): Promise<void> {
  await execute(
    on,
    sql`UPDATE crm.payment_refund SET status = ${status}, provider_refund_id = ${refundId}, problem = ${problem},
          updated_at = now()
        WHERE id = ${id} AND status = 'Requested'`,
  );
}
