import { z } from 'zod';
import { Fault } from '../../../core/fault.ts';
import type { Kernel } from '../../../core/kernel.ts';
import { beingMoved } from '../../../core/tenancy/frozen-tenant.ts';
import * as wire from '../../../core/wire/index.ts';
import { AT_AN_ADDRESS } from '../orders/vocabulary.ts';
import { refusal } from './change.ts';
import { findHere } from './here.ts';
import { beginPayment } from './order.ts';
import { auditSubscriber, type PortalCall } from './portal-call.ts';

/** `amt` is what the page showed: the address may be another subscriber's by now. */
export const paymentHere = z.strictObject({ ispid: wire.id(), amt: wire.money(), gatewayid: wire.id() });

/**
 * Opens an order for what the connection at the caller's address owes now. Its page and its title say how much, and not who.
 * @throws Fault
 */
export async function payHere(
  { address }: PortalCall,
  kernel: Kernel,
  { ispid, amt, gatewayid: gatewayId }: z.output<typeof paymentHere>,
): Promise<{ pay_url: string }> {
  const here = await findHere(kernel, { address, ispId: ispid });
  if (!here) throw new Fault('notFound', 'no connection is known at this address');
  const { service, serviceId, scope, owed } = here;
  if (service.frozen) throw beingMoved(owed.isp.name);
  if (owed.to_pay.amount !== amt) throw refusal('seen', 'your account has changed in the meantime; look at it again');
  const customer = { ...service, username: AT_AN_ADDRESS };
  const opening = {
    ...{ scope, kernel },
    transaction: <T>(work: Parameters<typeof kernel.db.transaction<T>>[0]) =>
      kernel.db.transaction(async (tx) => {
        await auditSubscriber(tx, { address }, { customer, procedure: 'portal.pay_here' });
        return work(tx);
      }),
  };
  return beginPayment(opening, owed.to_pay, { serviceId, amt, gatewayId, returnPath: `/my/${ispid}` });
}
