import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { changeSubscription } from '../../money/billing/change.ts';
import { isExpired, planRenewal } from '../../money/billing/life-cycle/actions/plan-renewal.ts';
import type { Draft } from '../../money/billing/model/draft.ts';
import { dueOf, overdue, unpaidAmount } from '../../money/billing/model/dues.ts';
import { sumOfLines } from '../../money/billing/pricing/price.ts';
import { gatewaysFor } from '../gateways/find.ts';
import { PROVIDERS } from '../gateways/vocabulary.ts';

const money = () => wire.asStored(wire.money({ min: -wire.MAX_MONEY }));

/** What a subscriber may pay for a service: the place where an order for a payment begins. */
export const toPay = z.object({
  /** All that is owed and, prepaid, what the next validity costs beyond the advance; 0.00: nothing. */
  amount: money(),
  /** False: all of `amount` is for a period that comes after the present one. */
  now: z.boolean(),
  /** Of that, invoiced and not paid, and the first day on which one of them is late; null: none is unpaid. */
  due: money(),
  due_on: wire.ymd().nullable(),
  overdue: z.boolean(),
  /** Prepaid: the next validity; null: it cannot be opened by the subscriber. */
  renewal: z
    .object({
      /** With taxes, and what was paid in advance for it. */
      price: money(),
      advance: money(),
      /** Its last day. */
      upto: wire.ymd(),
      /** The last day of the present one, by which it has to be paid; null: none is running. */
      due_on: wire.ymd().nullable(),
      /** It begins at once when `amount` is paid. */
      by_payment: z.boolean(),
    })
    .nullable(),
  /** The gateways by which it can be paid here, and how much at most; null: it cannot. */
  online: z
    .object({ gateways: z.array(z.object({ gatewayid: wire.id(), provider: wire.oneOf(PROVIDERS) })), max: money() })
    .nullable(),
});

/** Prepaid validities that may be paid in advance: more is a slip of the finger, or somebody else's money. */
const MAX_AHEAD = 12;

export type ToPay = z.output<typeof toPay>;

/** Reads as billing would decide, and saves nothing. @throws Fault of kind `notFound` */
export async function readToPay(tx: Tx, call: Pick<Call, 'scope' | 'kernel'>, serviceId: number): Promise<ToPay> {
  const draft = await changeSubscription(tx, call, { serviceId, preview: true }, () => undefined);
  const { subscription, context } = draft;
  const renewal = renewalOf(draft);
  const owed = Decimal.max(subscription.osAmt, 0);
  const missing = renewal ? Decimal.max(renewal.price.plus(subscription.osAmt), 0) : owed;
  const [first] = subscription.invoices.filter((invoice) => unpaidAmount(invoice).greaterThan(0));
  const max = renewal ? Decimal.max(renewal.price.times(MAX_AHEAD).plus(subscription.osAmt), owed) : owed;
  const gateways = await gatewaysFor(tx, serviceId, call.kernel.config.gatewaySimulatorUrl !== undefined);
  return {
    amount: missing.toFixed(2),
    now: missing.greaterThan(0) && (owed.greaterThan(0) || !isRunning(draft)),
    due: dueOf(subscription).toFixed(2),
    due_on: first?.dueOn ?? null,
    overdue: overdue(draft, context.today).length > 0,
    renewal: renewal && {
      ...{ price: renewal.price.toFixed(2), advance: subscription.osAmt.negated().toFixed(2), upto: renewal.upto },
      ...{ due_on: isRunning(draft) ? subscription.validUpto : null, by_payment: renewal.byPayment },
    },
    online: gateways.length > 0 && max.greaterThan(0) ? { gateways, max: max.toFixed(2) } : null,
  };
}

const isRunning = ({ subscription: { status, validUpto }, context }: Draft): boolean =>
  status === 'Active' && validUpto !== null && validUpto >= context.today;

interface NextValidity {
  readonly price: Decimal;
  readonly upto: string;
  readonly byPayment: boolean;
}

/** What the next prepaid validity costs with all that is charged with it; null for services that it is not the turn of. */
function renewalOf(draft: Draft): NextValidity | null {
  const { prepaid, status, billFrom } = draft.subscription;
  if (!prepaid || status === 'Suspend') return null;
  const { lines, installation, period, refusal } = planRenewal(draft);
  const isNext = status === 'NewRequest' ? billFrom <= draft.context.today : isExpired(draft);
  return {
    price: sumOfLines([...lines, ...installation], 'total'),
    upto: period.endsOn,
    byPayment: isNext && refusal === null,
  };
}
