import { Decimal } from 'decimal.js';
import { Fault } from '../../../core/fault.ts';
import type { Kernel } from '../../../core/kernel.ts';
import type { Tx } from '../../../db/database.ts';
import { type Opening, openOrder } from '../orders/open.ts';
import { purposeOf } from './order.ts';
import { readToPay, type ToPay } from './to-pay.ts';

type Call = Opening & { readonly kernel: Kernel };

/** What a subscriber may pay now. @throws Fault of kind `conflict` if there is nothing to pay, or no way */
export async function payableAmount(tx: Tx, call: Pick<Call, 'scope' | 'kernel'>, serviceId: number): Promise<string> {
  return payable(await readToPay(tx, call, serviceId)).amount;
}

/**
 * Opens an order for all that is to be paid for a service, for somebody who has not signed in: its page leads nowhere else. It
 * calls the provider, so it must not run within a transaction.
 */
export async function openPayLink(call: Call, serviceId: number): Promise<{ amt: string; pay_url: string }> {
  const toPay = await call.kernel.db.transaction((tx) => readToPay(tx, call, serviceId));
  const { amount: amt, gatewayId } = payable(toPay);
  const { pay_url } = await openOrder(call, { serviceId, amt, gatewayId, purpose: purposeOf(toPay, amt) });
  return { amt, pay_url };
}

function payable({ amount, online }: ToPay): { readonly amount: string; readonly gatewayId: number } {
  const [gateway] = online?.gateways ?? [];
  if (!new Decimal(amount).greaterThan(0)) throw new Fault('conflict', 'there is nothing to pay');
  if (!gateway) throw new Fault('conflict', 'this service cannot be paid on the Internet');
  return { amount, gatewayId: gateway.gatewayid };
}
