import type { Decimal } from 'decimal.js';
import { charge, refusalOfBalance, refuse } from '../../charging/charge.ts';
import { issueInvoice } from '../../charging/invoicing.ts';
import type { Draft } from '../../model/draft.ts';
import { priced } from '../../pricing/price.ts';

/** A payment that came back, and what the subscriber is charged for that. */
interface Bounced {
  readonly id: number;
  readonly fee: Decimal;
}

/**
 * Charges the fee for a payment that the bank has returned; invoiced like an adjustment. A penalty is no supply, so it is not
 * taxed (India: CBIC circular 178/10/2022).
 */
export function bounceFee(draft: Draft, { id, fee }: Bounced): void {
  if (fee.isZero()) return;
  const { osAmt, prepaid } = draft.subscription;
  refuse(refusalOfBalance(osAmt, osAmt.plus(fee)));
  const lines = priced([{ description: 'Returned payment', amt: fee }], { taxation: { rates: [], inclusive: false } });
  charge(draft, { kind: 'bounce_fee', period: null, dedupeKey: `bounce_fee:${id}`, lines });
  if (prepaid) issueInvoice(draft);
}
