import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { badParameter, Fault } from '../../../core/fault.ts';
import type { Kernel } from '../../../core/kernel.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import { type Opening, openOrder } from '../orders/open.ts';
import { readLatestOrder } from '../orders/read.ts';
import type { OrderRequest } from '../orders/request.ts';
import { ORDER_MS, ORDER_STATUSES, PURPOSES, type Purpose } from '../orders/vocabulary.ts';
import { refusal } from './change.ts';
import { readToPay, type ToPay } from './to-pay.ts';

export const ownOrder = z.strictObject({ serviceid: wire.id(), amt: wire.money(), gatewayid: wire.id() });

/** Where the browser goes. */
export const begunPayment = z.object({ pay_url: wire.shown() });

/** What became of the payment that was begun last. */
export const lastPayment = z
  .object({
    amt: wire.money(),
    currency: wire.shown(),
    status: wire.oneOf(ORDER_STATUSES),
    /** Null: it can no longer be paid. */
    pay_url: wire.shown().nullable(),
    purpose: wire.oneOf(PURPOSES),
    /** Whether what it was for is done; null: it is for money alone, or not paid yet. */
    done: z.boolean().nullable(),
    /** What it did: gigabytes of a top-up, and the last day of what was renewed, added or begun; null: none. */
    gb: wire.asStored(wire.decimal({ places: 3 })).nullable(),
    upto: wire.ymd().nullable(),
  })
  .nullable();

/** Of one customer, by themselves or over the connection. The same payment begun again is the same order, and does not count. */
const MAX_HOURLY = 10;
export const MIN_AMT = 1;

/** `readIn` is a transaction that the audit does not record. */
export type OrderCall = Omit<Opening, 'kernel'> & {
  readonly kernel: Kernel;
  readonly readIn: Opening['transaction'];
};

/** Opens an order for a service of the customer. It calls the provider. @throws Fault */
export async function openOwnOrder(
  call: OrderCall,
  ispId: number,
  { serviceid: serviceId, amt, gatewayid: gatewayId }: z.output<typeof ownOrder>,
): Promise<z.output<typeof begunPayment>> {
  const toPay = await call.readIn((tx) => readToPay(tx, call, serviceId));
  checkAmount(amt, toPay);
  return beginPayment(call, toPay, { serviceId, amt, gatewayId, returnPath: `/my/${ispId}/pay` });
}

function checkAmount(amt: string, { online }: ToPay): void {
  if (!online) return;
  const least = Decimal.min(MIN_AMT, online.max);
  if (new Decimal(amt).lessThan(least) || new Decimal(amt).greaterThan(online.max))
    throw badParameter('amt', `must be from ${least.toFixed(2)} to ${online.max}`);
}

type Wanted = Required<Pick<OrderRequest, 'serviceId' | 'gatewayId' | 'returnPath'>> &
  Pick<OrderRequest, 'agreed'> & { readonly amt: string; readonly purpose?: Purpose };

/** Opens an order by a gateway that is offered. @throws Fault that says nothing of the ISP's account */
export async function beginPayment(call: Opening, toPay: ToPay, wanted: Wanted): Promise<{ pay_url: string }> {
  if (!toPay.online?.gateways.some(({ gatewayid }) => gatewayid === wanted.gatewayId))
    throw refusal('offer', 'you cannot pay this here in that way');
  const purpose = wanted.purpose ?? purposeOf(toPay, wanted.amt);
  try {
    const { pay_url } = await openOrder(call, { ...wanted, purpose, maxHourly: MAX_HOURLY });
    return { pay_url };
  } catch (error) {
    if (!(error instanceof Fault) || error.kind !== 'conflict') throw error;
    throw new Fault('conflict', 'you cannot pay this here; ask your provider', {
      fields: [{ parameter: 'provider', problem: 'you cannot pay this here' }],
      cause: error,
    });
  }
}

/** Of an amount of money alone. */
export function purposeOf({ renewal, amount }: ToPay, amt: string): 'Dues' | 'Advance' {
  const owed = renewal ? new Decimal(renewal.advance).negated() : new Decimal(amount);
  return owed.greaterThanOrEqualTo(amt) ? 'Dues' : 'Advance';
}

/** The payment that the customer has just begun, if the provider has it. */
export async function readLastPayment(kernel: Kernel, scope: Scope): Promise<z.output<typeof lastPayment>> {
  const order = await readLatestOrder(kernel, scope, new Date(kernel.clock.now().getTime() - ORDER_MS));
  if (!order) return null;
  const { amt, currency, status, pay_url, purpose, done, gb, upto } = order;
  return { amt, currency, status, pay_url, purpose, done, gb, upto };
}
