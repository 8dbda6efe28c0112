import type { Decimal } from 'decimal.js';
import { parameterFault } from '../../../../../core/fault.ts';
import { amountText } from '../../../../../core/money.ts';
import { issueInvoice } from '../../charging/invoicing.ts';
import { BANK, cashAccount, DEPOSIT } from '../../ledger/accounts.ts';
import { credit, debit, reversed } from '../../ledger/entry.ts';
import type { Draft, DraftEntry } from '../../model/draft.ts';
import { total, ZERO } from '../../pricing/amounts.ts';
import type { Posted } from './adjust.ts';
import { paymentLines, settle } from './payment.ts';

export interface WantedRefund {
  /** Above 0. */
  readonly amt: Decimal;
  readonly mode: string;
  /** The login user who pays it out, from whose hands cash is booked. */
  readonly payer: number;
}

/**
 * Pays an advance out, or a part of it: a payment of the ISP the other way round. For a franchisee's customer it is taken out of
 * the wallet, into which the ISP has paid it or the franchisee what it collected.
 * @throws Fault of kind `conflict` if the advance is less
 */
export function refundAdvance(draft: Draft, { amt, mode, payer }: WantedRefund): Posted {
  refuseMoreThanAdvance(draft, amt, 'refunded');
  const entry: DraftEntry = {
    kind: 'refund',
    period: null,
    dedupeKey: null,
    memo: `Refund, ${mode}`,
    lines: reversed(paymentLines(draft, { amt, mode, collector: payer, byIsp: true })),
  };
  settle(draft, entry, amt.negated());
  return { entry, amt, tax: ZERO };
}

/** @throws Fault of kind `conflict` if a service has a smaller advance than an amount that is taken out of it */
export function refuseMoreThanAdvance(draft: Draft, amt: Decimal, what: 'refunded' | 'transferred'): void {
  const { subscription } = draft;
  // A credit that is on no document yet would leave its invoice due.
  if (total(subscription.charges.map((charge) => charge.total)).isNegative()) issueInvoice(draft);
  const { id, osAmt } = subscription;
  if (amt.greaterThan(osAmt.negated()))
    throw parameterFault('conflict', 'amt', `service ${id} ${inAdvance(osAmt)}; no more can be ${what}`);
}

const inAdvance = (osAmt: Decimal): string =>
  osAmt.isNegative() ? `has an advance of ${amountText(osAmt.negated())}` : 'has no advance';

/**
 * Pays out of the deposit of a service, of which `held` is left.
 * @throws Fault of kind `conflict` if less is held, or while the service owes money, which it secures
 */
export function refundDeposit(draft: Draft, { amt, mode, payer }: WantedRefund, held: Decimal): Posted {
  const { id, osAmt } = draft.subscription;
  if (amt.greaterThan(held))
    throw parameterFault(
      'conflict',
      'amt',
      `service ${id} has a deposit of ${amountText(held)}; no more can be refunded`,
    );
  if (osAmt.greaterThan(0))
    throw parameterFault(
      'conflict',
      'of',
      `service ${id} owes ${amountText(osAmt)}; settle that before you refund the deposit`,
    );
  const entry: DraftEntry = {
    kind: 'deposit_refund',
    period: null,
    dedupeKey: null,
    memo: `Deposit refunded, ${mode}`,
    lines: [debit(DEPOSIT, amt), credit(mode === 'Cash' ? cashAccount(payer) : BANK, amt)],
  };
  draft.entries.push(entry);
  return { entry, amt, tax: ZERO };
}
