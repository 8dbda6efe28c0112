import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { badParameter } from '../../../core/fault.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import type { Draft } from '../../money/billing/model/draft.ts';
import { sumOfLines } from '../../money/billing/pricing/price.ts';
import type { Agreed } from '../orders/agreed.ts';
import type { Purpose } from '../orders/vocabulary.ts';
import { changeAsSubscriber, changeInput, checkSeen, missingOf, refusal } from './change.ts';
import { beginPayment, MIN_AMT, type OrderCall } from './order.ts';
import { planChangeOf } from './plan-change.ts';
import { renewOwn } from './renew.ts';
import { readToPay } from './to-pay.ts';
import { topupOf } from './topup.ts';

const { preview: _preview, ...seenInput } = changeInput;

/** Of what: a top-up plan, a sub plan to change to at once, or, where both are null, a renewal. */
export const purposeOrder = z.strictObject({
  ...seenInput,
  topup_planid: wire.id().nullable(),
  subplanid: wire.id().nullable(),
  gatewayid: wire.id(),
});

/**
 * Opens an order for what is missing for a renewal, a top-up or a change of plan; it is done with the payment. It calls the
 * provider.
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
  return beginPayment(call, toPay, { serviceId, ...wanted, gatewayId, returnPath: `/my/${ispId}/pay` });
}

interface Wanted {
  readonly purpose: Purpose;
  readonly amt: string;
  readonly agreed: Agreed;
}

async function wantedOf(tx: Tx, call: OrderCall, input: z.output<typeof purposeOrder>): Promise<Wanted> {
  const { purpose, rule, agreedOf } = await ruleOf(tx, call.scope, input);
  const draft = await changeAsSubscriber(tx, call, { serviceId: input.serviceid, preview: true }, (each) => {
    checkSeen(each, input);
    rule(each);
  });
  const missing = missingOf(draft);
  if (missing.isZero()) throw refusal('offer', 'this needs no payment first');
  // Providers take no less; the rest is an advance.
  return { purpose, amt: Decimal.max(missing, MIN_AMT).toFixed(2), agreed: agreedOf(draft) };
}

interface Rule {
  readonly purpose: Purpose;
  readonly rule: (draft: Draft) => void;
  readonly agreedOf: (draft: Draft) => Agreed;
}

async function ruleOf(tx: Tx, scope: Scope, input: z.output<typeof purposeOrder>): Promise<Rule> {
  const { serviceid, topup_planid, subplanid, valid_upto: upto } = input;
  if (topup_planid !== null && subplanid !== null) throw badParameter('subplanid', 'must be null for a top-up');
  if (topup_planid !== null) {
    const { gb, rule } = await topupOf(tx, scope, { serviceid, topup_planid });
    return { purpose: 'Topup', rule, agreedOf: (draft) => ({ price: priceOf(draft), topup_planid, gb }) };
  }
  if (subplanid !== null) {
    const rule = await planChangeOf(tx, scope, { serviceid, subplanid, schedule: 'immediately' });
    return {
      purpose: 'PlanChange',
      rule,
      agreedOf: (draft) => ({ price: priceOf(draft), upto, new_subplanid: subplanid }),
    };
  }
  const renewedOf = (draft: Draft) => ({
    ...{ price: priceOf(draft), upto },
    subplanid: draft.subscription.offer.subPlanId,
  });
  return { purpose: 'Renewal', rule: renewOwn, agreedOf: renewedOf };
}

/** All that is charged, with taxes. */
const priceOf = ({ charges }: Draft): string =>
  sumOfLines(
    charges.map(({ line }) => line),
    'total',
  ).toFixed(2);
