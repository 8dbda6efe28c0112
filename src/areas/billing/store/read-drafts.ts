import { Decimal } from 'decimal.js';
import { dayOf } from '../../../core/zone.ts';
import type { Tx } from '../../../db/database.ts';
import { query, type Sql, sql } from '../../../db/sql.ts';
import type { ServiceStatus } from '../../services/vocabulary.ts';
import { Draft, type SharedBalances } from '../model/draft.ts';
import type { ChangeContext } from '../model/status-draft.ts';
import type { Subscription } from '../model/subscription.ts';
import {
  type ChargeRow,
  type InvoiceRow,
  invoiceOf,
  invoices,
  isOfToday,
  OPEN_CHARGES,
  openChargeOf,
  type PeriodRow,
  periodOf,
  periodsAt,
} from './read-history.ts';
import { OFFER, type OfferRow, offerOf } from './read-offer.ts';
import { SUPPLY, type TaxedRow, termsFor } from './read-taxation.ts';
import { type IspRow, SELLER, type SellerRow, sellerOf, TERMS, termsOf } from './read-tenants.ts';

interface Wanted {
  /** The condition on a service `s`; all are of one ISP. */
  readonly where: Sql;
  readonly now: Date;
  readonly by: string;
  /** Also paid invoices, so that a payment can be reversed. */
  readonly includePaidInvoices?: boolean;
  /** Lock nothing; the drafts must not be saved. */
  readonly readOnly?: boolean;
}

/** Services of an ISP that are not deleted. */
export const servicesOf = (ispId: number, ids: readonly number[]): Sql =>
  sql`s.isp_id = ${ispId} AND s.id = ANY(${[...ids]}::int[]) AND s.deleted_at IS NULL`;

interface ServiceRow extends OfferRow, IspRow, TaxedRow {
  id: number;
  username: string;
  deleted: boolean;
  reseller_id: number | null;
  prepaid: boolean;
  status: ServiceStatus;
  status_before: ServiceStatus | null;
  suspended_at: Date | null;
  grace_upto: string | null;
  promise_upto: string | null;
  valid_from: string | null;
  valid_upto: string | null;
  bill_from: string;
  billing_start_day: number;
  anchor_day: number | null;
  discount_percent: string;
  discount_amt: string;
  installation_amt: string;
  credit_limit: string | null;
  os_amt: string;
  billed: boolean;
  period_id: number | null;
  pending: (OfferRow & { id: number }) | null;
  seller: SellerRow | null;
  periods: PeriodRow[];
  charges: ChargeRow[];
  invoices: InvoiceRow[];
}

/**
 * Locks services and reads what billing knows of them, in one round trip: what is sent together runs in this order,
 * so a row is read after it was locked.
 */
export async function readDrafts(
  tx: Tx,
  { where, now, by, includePaidInvoices = false, readOnly = false }: Wanted,
): Promise<Draft[]> {
  const [, rows] = await Promise.all([
    readOnly ? undefined : query(tx, lockingOf(where)),
    query<ServiceRow>(tx, readingOf(where, { now, paid: includePaidInvoices })),
  ]);
  const [first] = rows;
  if (!first) return [];
  const isp = termsOf(first);
  const context: ChangeContext = { today: dayOf(now, isp.zone), now, by };
  const sellers = rows.flatMap(({ seller }) => seller ?? []);
  const balances: SharedBalances = {
    wallets: new Map(sellers.map((seller) => [seller.id, new Decimal(seller.wallet)])),
    credits: new Decimal(first.usage_credits),
  };
  return rows.map((row) => {
    const periods = row.periods.filter(isOfToday(context.today)).map(periodOf);
    const subscription: Subscription = {
      ...subscriptionOf(row, isp.zone),
      periods,
      period: periods.find((period) => period.id === row.period_id) ?? null,
      charges: row.charges.map(openChargeOf),
      invoices: row.invoices.map(invoiceOf),
    };
    const seller = row.seller && sellerOf(row.seller);
    return new Draft({ subscription, seller, isp: termsFor(isp, row), balances, context });
  });
}

/**
 * Locks are taken in one order, so that transactions cannot deadlock: services, then the resellers whose wallets may move
 * (franchisees and former ones, whose commissions are credited as they were booked), then the ISP if it limits its credits; each
 * by id. PostgreSQL runs a part of WITH when it is read, and no further than it is read: so each part counts the one before, and
 * the result counts them all in this order.
 */
const lockingOf = (where: Sql): Sql =>
  sql`SELECT services, wallets, credits FROM (WITH service AS MATERIALIZED (
        SELECT s.isp_id, s.reseller_id FROM crm.service s WHERE ${where} ORDER BY s.id FOR NO KEY UPDATE
      ), wallet AS MATERIALIZED (
        SELECT 1 FROM crm.reseller r WHERE r.id = ANY(ARRAY(SELECT reseller_id FROM service))
          AND (r.type = 'Franchisee' OR (SELECT a.id FROM crm.ledger_account a WHERE a.key = 'wallet:' || r.id) IS NOT NULL)
        ORDER BY r.id FOR NO KEY UPDATE
      ), credits AS MATERIALIZED (
        SELECT 1 FROM crm.isp o
        WHERE o.id = (SELECT isp_id FROM service LIMIT 1) AND o.enable_usage_limit AND (SELECT count(*) FROM wallet) >= 0 FOR NO KEY UPDATE
      )
      SELECT (SELECT count(*) FROM service) AS services, (SELECT count(*) FROM wallet) AS wallets,
        (SELECT count(*) FROM credits) AS credits) locked`;

const readingOf = (where: Sql, { now, paid }: { now: Date; paid: boolean }): Sql =>
  sql`SELECT s.id, s.username, s.deleted_at IS NOT NULL AS deleted, s.reseller_id,
        s.prepaid_postpaid = 'Prepaid' AS prepaid, s.status, s.status_before, s.suspended_at, s.grace_upto, s.promise_upto,
        s.valid_from, s.valid_upto, s.bill_from, s.billing_start_day, s.anchor_day, s.discount_percent, s.discount_amt, s.installation_amt,
        coalesce(s.credit_limit, i.default_credit_limit) AS credit_limit, s.os_amt, s.billed, s.period_id,
        ${OFFER}, ${TERMS}, ${SELLER} AS seller, ${SUPPLY},
        (SELECT to_jsonb(w) FROM (
           SELECT c.id, ${OFFER} FROM crm.plan_change c
           JOIN crm.plan p ON p.id = c.plan_id JOIN crm.sub_plan b ON b.id = c.sub_plan_id
           WHERE c.service_id = s.id AND c.status = 'Pending') w) AS pending,
        ${periodsAt(now)} AS periods, ${OPEN_CHARGES} AS charges, ${invoices({ paid })} AS invoices
      FROM crm.service s
      JOIN crm.plan p ON p.id = s.plan_id
      JOIN crm.sub_plan b ON b.id = s.sub_plan_id
      JOIN crm.isp_setting i ON i.isp_id = s.isp_id
      JOIN crm.isp o ON o.id = s.isp_id
      WHERE ${where} ORDER BY s.id`;

function subscriptionOf(row: ServiceRow, zone: string) {
  return {
    id: row.id,
    username: row.username,
    deleted: row.deleted,
    ispId: row.isp_id,
    resellerId: row.reseller_id,
    prepaid: row.prepaid,
    status: row.status,
    statusBefore: row.status_before,
    suspendedOn: row.suspended_at && dayOf(row.suspended_at, zone),
    graceUpto: row.grace_upto,
    promiseUpto: row.promise_upto,
    validFrom: row.valid_from,
    validUpto: row.valid_upto,
    billFrom: row.bill_from,
    billingStartDay: row.billing_start_day,
    anchorDay: row.anchor_day,
    discount: { percent: new Decimal(row.discount_percent), amt: new Decimal(row.discount_amt) },
    installationAmt: new Decimal(row.installation_amt),
    creditLimit: row.credit_limit === null ? null : new Decimal(row.credit_limit),
    osAmt: new Decimal(row.os_amt),
    billed: row.billed,
    offer: offerOf(row),
    pending: row.pending && { id: row.pending.id, offer: offerOf(row.pending) },
  };
}
