import { Decimal } from 'decimal.js';
import { type Sql, sql } from '../../../../db/sql.ts';
import type { IspTerms } from '../model/isp-terms.ts';
import type { Seller } from '../model/subscription.ts';
import type { TaxRate } from '../pricing/price.ts';

export interface SellerRow {
  id: number;
  franchisee: boolean;
  /** 0 of one that is no franchisee, as the limit. */
  commission_percent: string;
  credit_limit: string;
  wallet: string;
  invoices: boolean;
}

/** The reseller of a service `s` as JSON, with exact amounts; NULL if it is the ISP itself. */
export const SELLER: Sql = sql`(
  SELECT jsonb_build_object('id', r.id, 'franchisee', r.type = 'Franchisee', 'commission_percent',
    coalesce(r.commission_percent, 0)::text, 'credit_limit', coalesce(r.credit_limit, 0)::text, 'wallet', r.wallet::text, 'invoices', r.invoice_by = 'Reseller')
  FROM crm.reseller r WHERE r.id = s.reseller_id)`;

export const sellerOf = (row: SellerRow): Seller => ({
  resellerId: row.id,
  franchisee: row.franchisee,
  commissionPercent: new Decimal(row.commission_percent),
  creditLimit: new Decimal(row.credit_limit),
  invoices: row.invoices,
});

export interface IspRow {
  isp_id: number;
  timezone: string;
  currency: string;
  taxes: TaxRate[];
  tax_inclusive: boolean;
  invoice_due_days: number;
  np_grace_days: number;
  promise_days: number;
  suspend_clock: string;
  late_fee_amt: string;
  late_fee_percent: string;
  late_fee_max: string | null;
  late_fee_after_days: number;
  min_dues: string;
  cutoff_days: string;
  books_closed_upto: string | null;
  enable_usage_limit: boolean;
  usage_credits: string;
}

/** The terms of an ISP `o` with its settings `i`. */
export const TERMS: Sql = sql`i.isp_id, i.timezone, i.currency, i.taxes, i.tax_inclusive, i.invoice_due_days, i.np_grace_days,
  i.promise_days, i.suspend_clock, i.late_fee_amt, i.late_fee_percent, i.late_fee_max,
  i.late_fee_after_days, i.min_dues, i.cutoff_days, i.books_closed_upto, o.enable_usage_limit, o.usage_credits`;

const taxesOf = (row: IspRow) => ({ rates: row.taxes, inclusive: row.tax_inclusive });

export const termsOf = (row: IspRow): IspTerms => ({
  ispId: row.isp_id,
  zone: row.timezone,
  currency: row.currency,
  taxes: taxesOf(row),
  sale: null,
  taxation: taxesOf(row),
  invoiceDueDays: row.invoice_due_days,
  graceDays: row.np_grace_days,
  promiseDays: row.promise_days,
  freezesSuspended: row.suspend_clock === 'freeze',
  lateFeeAmt: new Decimal(row.late_fee_amt),
  lateFeePercent: new Decimal(row.late_fee_percent),
  lateFeeMax: row.late_fee_max === null ? null : new Decimal(row.late_fee_max),
  lateFeeAfterDays: row.late_fee_after_days,
  minDues: new Decimal(row.min_dues),
  endsPeriodsWithAccess: row.cutoff_days === 'Credit',
  booksClosedUpto: row.books_closed_upto,
  limitsCredits: row.enable_usage_limit,
});
