import type { Decimal } from 'decimal.js';
import type { Taxation } from '../pricing/price.ts';
import type { ListedTaxes, Sale } from '../pricing/sale.ts';
import type { Day } from './subscription.ts';

/** The rules of an ISP. */
export interface IspTerms {
  readonly ispId: number;
  readonly zone: string;
  readonly currency: string;
  readonly taxes: ListedTaxes;
  /** Null: the seller of the service has no scheme. */
  readonly sale: Sale | null;
  /** How the service is taxed today. */
  readonly taxation: Taxation;
  readonly invoiceDueDays: number;
  readonly graceDays: number;
  readonly promiseDays: number;
  readonly freezesSuspended: boolean;
  readonly lateFeeAmt: Decimal;
  readonly lateFeePercent: Decimal;
  /** Of the fee of one invoice; null: no limit. */
  readonly lateFeeMax: Decimal | null;
  readonly lateFeeAfterDays: number;
  /** What is overdue below it leads to no fee, NP or NPD. It is still owed. */
  readonly minDues: Decimal;
  /** A postpaid period ends with the access that is taken away for non-payment. */
  readonly endsPeriodsWithAccess: boolean;
  /** Nothing is posted up to this day. */
  readonly booksClosedUpto: Day | null;
  readonly limitsCredits: boolean;
}
