import { Fault } from '../../../../core/fault.ts';
import { addDays } from '../../../../core/zone.ts';
import { issueInvoice } from '../../charging/invoicing.ts';
import type { Draft } from '../../model/draft.ts';
import { endUnbilledBefore } from './end-periods.ts';
import { extendBySuspension } from './suspension.ts';

/**
 * Makes the final bill of a service that is to be deleted. Periods that are not charged yet end today and are charged for their
 * days; all charges are invoiced. A period that began today is voided if the service was never used. Periods that were charged
 * in advance stay charged.
 * @throws Fault of kind `conflict` if the service then owes money or has an advance
 */
export function close(draft: Draft, { used }: { readonly used: boolean }): void {
  const { subscription, context } = draft;
  const { today } = context;
  extendBySuspension(draft);
  endUnbilledBefore(draft, !used && subscription.period?.startsOn === today ? today : addDays(today, 1));
  issueInvoice(draft);
  const { id, osAmt } = subscription;
  if (osAmt.isZero()) return;
  throw new Fault(
    'conflict',
    osAmt.isPositive()
      ? `service ${id} owes ${osAmt.toFixed(2)} after billing up to ${today}; record a payment, then delete it`
      : `service ${id} has an advance of ${osAmt.negated().toFixed(2)} after billing up to ${today}; cancel a payment, then delete it`,
  );
}
