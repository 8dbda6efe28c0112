import { Decimal } from 'decimal.js';
import type { Tx } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import type { SharedBalances } from '../model/draft.ts';
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
  if (!readOnly) await lockWallets(tx, ispId, ids);
  const rows = await query<{
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

export async function readIspTerms(tx: Tx, ispId: number): Promise<IspTerms> {
  const setting = await tx.ispSetting.findUniqueOrThrow({
    where: { ispId },
    include: { isp: { select: { enableUsageLimit: true } } },
  });
  return {
    ispId,
    zone: setting.timezone,
    currency: setting.currency,
    taxation: { rates: setting.taxes as unknown as TaxRate[], inclusive: setting.taxInclusive },
    invoiceDueDays: setting.invoiceDueDays,
    graceDays: setting.npGraceDays,
    promiseDays: setting.promiseDays,
    freezesSuspended: setting.suspendClock === 'freeze',
    lateFeeAmt: new Decimal(setting.lateFeeAmt.toFixed(2)),
    lateFeePercent: new Decimal(setting.lateFeePercent.toFixed(2)),
    limitsCredits: setting.isp.enableUsageLimit,
  };
}

/** The balances that have limits. The ISP's credits are locked only if they are limited. */
export async function readBalances(
  tx: Tx,
  { ispId, limitsCredits }: IspTerms,
  sellers: ReadonlyMap<number, SellerWithWallet>,
  readOnly: boolean,
): Promise<SharedBalances> {
  const lock = limitsCredits && !readOnly ? sql`FOR NO KEY UPDATE` : sql``;
  const [isp] = await query<{ usage_credits: string }>(
    tx,
    sql`SELECT usage_credits FROM crm.isp WHERE id = ${ispId} ${lock}`,
  );
  return {
    wallets: new Map([...sellers.values()].map((seller) => [seller.resellerId, seller.wallet])),
    credits: isp ? new Decimal(isp.usage_credits) : ZERO,
  };
}
