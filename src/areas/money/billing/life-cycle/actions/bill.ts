import { parameterFault } from '../../../../../core/fault.ts';
import { issueInvoice } from '../../charging/invoicing.ts';
import { chargePeriod } from '../../charging/opening.ts';
import type { Draft } from '../../model/draft.ts';

/** Posts the charges of the newest period, once. */
export function bill(draft: Draft): void {
  const { period } = draft.subscription;
  if (period) chargePeriod(draft, period);
}

/** Posts the charges of the newest period and invoices all open charges. @throws Fault of kind `conflict` if there are none */
export function invoice(draft: Draft): void {
  bill(draft);
  if (!issueInvoice(draft))
    throw parameterFault('conflict', 'action', `service ${draft.subscription.id} has nothing to invoice`);
}

/** Bills and invoices a period that is over, before another replaces it. */
export function billEnded(draft: Draft): void {
  const { period } = draft.subscription;
  if (!period || period.billed) return;
  bill(draft);
  issueInvoice(draft);
}
