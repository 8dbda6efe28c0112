import { Fault } from '../../../core/fault.ts';
import { refusalOfCharge, refuse } from '../charge.ts';
import type { Draft } from '../draft.ts';
import { issueInvoice } from '../invoicing.ts';
import { chargePeriod, linesOf } from '../opening.ts';

/** Posts the charges of the newest period, once. */
export function bill(draft: Draft): void {
  const { period } = draft.subscription;
  if (!period || period.billed) return;
  refuse(refusalOfWallet(draft));
  chargePeriod(draft, period);
}

/** Bills what is not billed, and puts everything that was charged on a document. */
export function invoice(draft: Draft): void {
  bill(draft);
  if (!issueInvoice(draft))
    throw new Fault('conflict', `action: service ${draft.subscription.id} has nothing to invoice`);
}

/** What was used is owed, whatever the credit limit; but a franchisee's wallet has to pay for it. */
function refusalOfWallet(draft: Draft): string | null {
  const { period } = draft.subscription;
  if (!period || !draft.seller?.franchisee) return null;
  return refusalOfCharge(draft, linesOf(draft, period), { limited: false });
}
