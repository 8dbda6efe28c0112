import { Fault } from '../../../../core/fault.ts';
import { issueInvoice } from '../../charging/invoicing.ts';
import { chargePeriod } from '../../charging/opening.ts';
import type { Draft } from '../../model/draft.ts';

/** Posts the charges of the newest period, once. */
export function bill(draft: Draft): void {
  const { period } = draft.subscription;
  if (period) chargePeriod(draft, period);
}

/** Bills what is not billed, and puts everything that was charged on a document. */
export function invoice(draft: Draft): void {
  bill(draft);
  if (!issueInvoice(draft))
    throw new Fault('conflict', `action: service ${draft.subscription.id} has nothing to invoice`);
}

/** Bills and invoices a validity that is over, before anything else takes its place. */
export function billEnded(draft: Draft): void {
  const { period } = draft.subscription;
  if (!period || period.billed) return;
  bill(draft);
  issueInvoice(draft);
}
