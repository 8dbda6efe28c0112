import { Decimal } from 'decimal.js';
import { z } from 'zod';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import type { Draft } from '../../money/billing/model/draft.ts';
import { sumOfLines } from '../../money/billing/pricing/price.ts';
import type { Agreed } from '../orders/agreed.ts';
import { changeAsSubscriber, changeInput, checkSeen, missingOf, refusal } from './change.ts';
import { beginPayment, MIN_AMT, type OrderCall } from './order.ts';
import { renewOwn } from './renew.ts';
import { readToPay } from './to-pay.ts';
import { topupOf } from './topup.ts';

const { preview: _preview, ...seenInput } = changeInput;

/** `topup_planid`: null for a renewal. */
export const purposeOrder = z.strictObject({
  ...seenInput,
  topup_planid: wire.id().nullable(),
  gatewayid: wire.id(),
});

/**
 * Opens an order for what is missing for a renewal or a top-up of a service of the customer; it is done with the payment. It calls
 * the provider.
 * @throws Fault of kind `conflict` that names a `Refusal`, `notFound`, `tooMany`, `unavailable`
 */
export async function payForPurpose(
  call: OrderCall,
  ispId: number,
  input: z.output<typeof purposeOrder>,
): Promise<{ pay_url: string }> {
  const { serviceid: serviceId, gatewayid: gatewayId } = input;
  const { toPay, wanted } = await call.readIn(async (tx) => ({
    wanted: await wantedOf(tx, call, input),
    toPay: await readToPay(tx, call, serviceId),
  }));
  const purpose = input.topup_planid === null ? ('Renewal' as const) : ('Topup' as const);
  return beginPayment(call, toPay, { serviceId, ...wanted, purpose, gatewayId, returnPath: `/my/${ispId}/pay` });
}

async function wantedOf(
  tx: Tx,
  call: OrderCall,
  { serviceid, topup_planid, ...seen }: z.output<typeof purposeOrder>,
): Promise<{ readonly amt: string; readonly agreed: Agreed }> {
  const topup = topup_planid === null ? null : await topupOf(tx, call.scope, { serviceid, topup_planid });
  const change = { serviceId: serviceid, preview: true };
  const draft = await changeAsSubscriber(tx, call, change, (each) => {
    checkSeen(each, seen);
    if (topup) topup.rule(each);
    else renewOwn(each);
  });
  const missing = missingOf(draft);
  if (missing.isZero()) throw refusal('offer', 'this needs no payment first');
  const price = priceOf(draft);
  const agreed: Agreed =
    topup && topup_planid !== null
      ? { price, topup_planid, gb: topup.gb }
      : { price, upto: seen.valid_upto, subplanid: draft.subscription.offer.subPlanId };
  // Providers take no less; the rest is an advance.
  return { amt: Decimal.max(missing, MIN_AMT).toFixed(2), agreed };
}

/** All that is charged, with taxes. */
const priceOf = ({ charges }: Draft): string =>
  sumOfLines(
    charges.map(({ line }) => line),
    'total',
  ).toFixed(2);
