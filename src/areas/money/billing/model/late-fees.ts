import { Decimal } from 'decimal.js';
import { total, ZERO } from '../pricing/amounts.ts';
import type { PricedLine } from '../pricing/price.ts';
import type { Day } from './subscription.ts';

/** Kinds of the charges for not paying, and of those that take one back: no percentage is charged on them. */
export const PENALTIES: readonly string[] = ['late_fee', 'late_fee_return', 'bounce_fee'];

/** A late fee that stands, or one that was taken back. */
export interface FeeEntry {
  readonly entryId: bigint;
  readonly kind: 'late_fee' | 'late_fee_return';
  /** The invoice that was paid late. */
  readonly feeOf: number;
  /** The document that has it; null: it is not invoiced yet. */
  readonly onInvoice: number | null;
  /** What can still be credited of that document. */
  readonly left: Decimal | null;
  /** The document that has the fee as it was charged first. */
  readonly feeOnInvoice: number | null;
  readonly lines: readonly PricedLine[];
  /** A franchisee's, as it was booked; null: no wallet was charged. */
  readonly commission: Decimal | null;
}

interface PastInvoice {
  readonly id: number;
  readonly issuedOn: Day;
  readonly dueOn: Day;
  readonly total: Decimal;
}

/** What settles an amount that is owed, on the day on which it was paid; below 0: it was not paid after all. */
export interface Settlement {
  readonly on: Day;
  readonly amt: Decimal;
}

/** A fee that is no longer charged, though the document that has it still says so. */
export interface ReturnedFee {
  readonly document: number;
  /** The document that credits it; null: it is not issued yet. */
  readonly creditedBy: number | null;
  readonly amt: Decimal;
}

/** The late fees of a service, and what they are judged by. */
export interface LateFees {
  /** Those of the oldest invoice first. */
  readonly entries: readonly FeeEntry[];
  /** Oldest first. */
  readonly invoices: readonly PastInvoice[];
  readonly settled: readonly Settlement[];
}

/**
 * What was unpaid of an invoice at the end of a day, by the days on which payments were made instead of those on which they were
 * entered. Payments cover the oldest invoice first. Fees that were `returned` by now count as never charged.
 */
export function unpaidOn(
  { invoices, settled }: LateFees,
  invoice: PastInvoice,
  day: Day,
  returned: readonly ReturnedFee[],
): Decimal {
  const issued = invoices.filter(({ issuedOn }) => issuedOn <= day);
  const isIssued = (id: number | null) => issued.some((each) => each.id === id);
  const charged = ({ id, total: whole }: PastInvoice) =>
    whole.minus(
      total(returned.filter((fee) => fee.document === id && !isIssued(fee.creditedBy)).map(({ amt }) => amt)),
    );
  const paid = total(settled.filter(({ on }) => on <= day).map(({ amt }) => amt));
  const newer = issued.filter((each) => each.id > invoice.id && each.total.greaterThan(0));
  const due = total(issued.map(charged))
    .minus(paid)
    .minus(total(newer.map(charged)));
  return due.clamp(ZERO, Decimal.max(ZERO, invoice.total));
}
