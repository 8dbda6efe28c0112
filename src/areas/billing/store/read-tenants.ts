import { Decimal } from 'decimal.js';
import { notFound } from '../../../core/fault.ts';
import type { Tx } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import type { IspTerms, Seller } from '../model/subscription.ts';
import { ZERO } from '../pricing/amounts.ts';
import type { TaxRate } from '../pricing/price.ts';

interface SellerWithWallet extends Seller {
  readonly wallet: Decimal;
}

/** The resellers of the services. Wallets that billing may move are locked, since their history records every balance. */
export async function readSellers(
  tx: Tx,
  ispId: number,
  services: readonly { readonly reseller_id: number | null }[],
  readOnly: boolean,
): Promise<Map<number, SellerWithWallet>> {
  const ids = [...new Set(services.flatMap((service) => service.reseller_id ?? []))];
  if (ids.length === 0) return new Map();
  const locked = readOnly ? undefined : lockWallets(tx, ispId, ids);
  const read = query<{
    id: number;
    franchisee: boolean;
    commission_percent: string | null;
    credit_limit: string | null;
    wallet: string;
    invoice_by: string;
  }>(
    tx,
    sql`SELECT id, type = 'Franchisee' AS franchisee, commission_percent, credit_limit, wallet, invoice_by
        FROM crm.reseller WHERE isp_id = ${ispId} AND id = ANY(${ids}::int[])`,
  );
  const [rows] = await Promise.all([read, locked]);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        resellerId: row.id,
        franchisee: row.franchisee,
        commissionPercent: new Decimal(row.commission_percent ?? 0),
        creditLimit: new Decimal(row.credit_limit ?? 0),
        invoices: row.invoice_by === 'Reseller',
        wallet: new Decimal(row.wallet),
      },
    ]),
  );
}

/** Those of franchisees and of former ones: their commissions are credited as they were booked. */
async function lockWallets(tx: Tx, ispId: number, ids: readonly number[]): Promise<void> {
  await query(
    tx,
    sql`SELECT 1 FROM crm.reseller r WHERE r.isp_id = ${ispId} AND r.id = ANY(${[...ids]}::int[])
          AND (r.type = 'Franchisee' OR EXISTS (SELECT FROM crm.ledger_account a WHERE a.key = 'wallet:' || r.id))
        ORDER BY r.id FOR NO KEY UPDATE`,
  );
}

interface IspRow {
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
  enable_usage_limit: boolean;
  usage_credits: string;
}

/** @throws Fault of kind `notFound` if there is no such ISP */
export async function readIsp(tx: Tx, ispId: number): Promise<{ terms: IspTerms; credits: Decimal }> {
  const [row] = await query<IspRow>(
    tx,
    sql`SELECT s.timezone, s.currency, s.taxes, s.tax_inclusive, s.invoice_due_days, s.np_grace_days, s.promise_days,
          s.suspend_clock, s.late_fee_amt, s.late_fee_percent, i.enable_usage_limit, i.usage_credits
        FROM crm.isp_setting s JOIN crm.isp i ON i.id = s.isp_id WHERE s.isp_id = ${ispId}`,
  );
  if (!row) throw notFound('ISP', ispId);
  return { terms: termsOf(ispId, row), credits: new Decimal(row.usage_credits) };
}

const termsOf = (ispId: number, row: IspRow): IspTerms => ({
  ispId,
  zone: row.timezone,
  currency: row.currency,
  taxation: { rates: row.taxes, inclusive: row.tax_inclusive },
  invoiceDueDays: row.invoice_due_days,
  graceDays: row.np_grace_days,
  promiseDays: row.promise_days,
  freezesSuspended: row.suspend_clock === 'freeze',
  lateFeeAmt: new Decimal(row.late_fee_amt),
  lateFeePercent: new Decimal(row.late_fee_percent),
  limitsCredits: row.enable_usage_limit,
});

/** The credits of an ISP that limits them, with its row locked. */
export async function lockCredits(tx: Tx, ispId: number): Promise<Decimal> {
  const [isp] = await query<{ usage_credits: string }>(
    tx,
    sql`SELECT usage_credits FROM crm.isp WHERE id = ${ispId} FOR NO KEY UPDATE`,
  );
  return isp ? new Decimal(isp.usage_credits) : ZERO;
}
