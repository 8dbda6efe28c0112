import { Fault } from '../../../../core/fault.ts';
import { addDays } from '../../../../core/zone.ts';
import { issueInvoice } from '../../charging/invoicing.ts';
import type { Draft } from '../../model/draft.ts';
import { closeBefore } from './end-periods.ts';
import { giveBackHeld } from './suspension.ts';

/**
 * The last bill of a service that is to be deleted: what is not charged yet ends today and is charged for its days, and all that
 * was charged is invoiced. A period that began today counts for nothing where nobody has used it. What was sold ahead stays sold.
 * @throws Fault of kind `conflict` where money is open then, in either direction
 */
export function close(draft: Draft, { used }: { readonly used: boolean }): void {
  const { subscription, occasion } = draft;
  const { today } = occasion;
  giveBackHeld(draft);
  closeBefore(draft, !used && subscription.period?.startsOn === today ? today : addDays(today, 1));
  issueInvoice(draft);
  const { id, osAmt } = subscription;
  if (osAmt.isZero()) return;
  const billed = `with its days up to ${today} billed`;
  throw new Fault(
    'conflict',
    osAmt.isPositive()
      ? `service ${id} owes ${osAmt.toFixed(2)} ${billed}; take a payment of it, then delete it`
      : `service ${id} has ${osAmt.negated().toFixed(2)} paid ahead ${billed}; take a payment back, then delete it`,
  );
}
