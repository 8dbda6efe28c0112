import type { Decimal } from 'decimal.js';
import { addDays } from '../../../../../core/zone.ts';
import { charge } from '../../charging/charge.ts';
import { issueInvoice } from '../../charging/invoicing.ts';
import { makeNewest, periodOf } from '../../charging/opening.ts';
import { OPENING_BALANCE, serviceAccount } from '../../ledger/accounts.ts';
import { credit, debit } from '../../ledger/entry.ts';
import type { Draft, DraftEntry } from '../../model/draft.ts';
import { allocatePayments } from '../../model/dues.ts';
import type { Day } from '../../model/subscription.ts';
import { priced } from '../../pricing/price.ts';
import { changeStatus } from './status.ts';

/** On the invoice of a debt. */
const OPENING_DESCRIPTION = 'Opening balance';

/**
 * What a service owed or had paid in advance in the system before. A debt becomes an invoice, so that it falls due: without
 * taxes, which that system has charged, and without a commission. An advance is received like a payment.
 * @returns the entry of an advance, for its payment; undefined for a debt
 */
export function postOpeningBalance(draft: Draft, balance: Decimal): DraftEntry | undefined {
  const { subscription } = draft;
  if (balance.greaterThan(0)) {
    const taxation = { rates: [], inclusive: false };
    const lines = priced([{ description: OPENING_DESCRIPTION, amt: balance }], { taxation });
    const dedupeKey = `opening:${subscription.id}`;
    charge(draft, { kind: 'opening_balance', period: null, lines, dedupeKey, commission: null });
    issueInvoice(draft);
    return undefined;
  }
  if (balance.isZero()) return undefined;
  const amt = balance.negated();
  const entry: DraftEntry = {
    kind: 'opening_balance',
    period: null,
    dedupeKey: `opening:${subscription.id}`,
    memo: OPENING_DESCRIPTION,
    lines: [debit(OPENING_BALANCE, amt), credit(serviceAccount(subscription.id), amt)],
  };
  draft.entries.push(entry);
  subscription.osAmt = subscription.osAmt.minus(amt);
  allocatePayments(subscription);
  return entry;
}

/**
 * Opens the period that the system before has sold: it is billed already, costs nothing here and uses none of the ISP's
 * credits. The next one begins the day after, and the days of the month stay.
 */
export function takeOver(draft: Draft, validUpto: Day): void {
  const { subscription } = draft;
  const startsOn = subscription.billFrom < validUpto ? subscription.billFrom : validUpto;
  const period = periodOf(draft, subscription.offer, { startsOn, endsOn: validUpto, stub: true, ofDays: undefined });
  period.billed = true;
  const { billingStartDay } = subscription;
  subscription.anchorDay = billingStartDay === 0 ? Number(addDays(validUpto, 1).slice(8)) : billingStartDay;
  subscription.validFrom = startsOn;
  makeNewest(draft, period, 'restart');
  subscription.billed = true;
  changeStatus(draft, 'Active');
}
