import { Fault } from '../../../../../core/fault.ts';
import { amountText } from '../../../../../core/money.ts';
import { addDays } from '../../../../../core/zone.ts';
import { issueInvoice } from '../../charging/invoicing.ts';
import type { Draft } from '../../model/draft.ts';
import type { Posted } from './adjust.ts';
import { endUnbilledBefore } from './end-periods.ts';
import { extendBySuspension } from './suspension.ts';
import { writeOff } from './write-off.ts';

interface Closing {
  /** Has it ever been online? */
  readonly used: boolean;
  /** What it owes after the final bill is given up. */
  readonly writesOff?: boolean;
}

/**
 * Makes the final bill of a service that is to be deleted. Periods that are not charged yet end today and are charged for their
 * days; all charges are invoiced. A period that began today is voided if the service was never used. Periods that were charged
 * in advance stay charged.
 * @returns the write-off; null if there is none
 * @throws Fault of kind `conflict` if the service then owes money or has an advance
 */
export function close(draft: Draft, { used, writesOff = false }: Closing): Posted | null {
  const { subscription, context } = draft;
  const { today } = context;
  extendBySuspension(draft);
  endUnbilledBefore(draft, !used && subscription.period?.startsOn === today ? today : addDays(today, 1));
  issueInvoice(draft);
  const posted = writesOff && subscription.osAmt.greaterThan(0) ? writeOff(draft) : null;
  const { id, osAmt } = subscription;
  if (osAmt.isZero()) return posted;
  throw new Fault(
    'conflict',
    osAmt.isPositive()
      ? `service ${id} owes ${amountText(osAmt)} after billing up to ${today}; record a payment or write the amount off, then delete the service`
      : `service ${id} has an advance of ${amountText(osAmt.negated())} after billing up to ${today}; refund or transfer the advance, or cancel a payment, then delete the service`,
  );
}
