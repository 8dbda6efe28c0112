import { Decimal } from 'decimal.js';
import { dayOf } from '../../../core/zone.ts';
import type { Tx } from '../../../db/database.ts';
import { query, type Sql, sql } from '../../../db/sql.ts';
import type { ServiceStatus } from '../../services/vocabulary.ts';
import { type ChangeContext, Draft, type SharedBalances } from '../model/draft.ts';
import type { Subscription } from '../model/subscription.ts';
import { readInvoices, readOpenCharges, readPeriods } from './read-history.ts';
import { OFFER, type OfferRow, offerOf } from './read-offer.ts';
import { lockCredits, readIsp, readSellers } from './read-tenants.ts';

interface Wanted {
  readonly ispId: number;
  readonly serviceIds: readonly number[];
  readonly now: Date;
  readonly by: string;
  /** Also deleted services. */
  readonly includeDeleted?: boolean;
  /** Also paid invoices, so that a payment can be reversed. */
  readonly includePaidInvoices?: boolean;
  /** Lock nothing; the drafts must not be saved. */
  readonly readOnly?: boolean;
}

interface ServiceRow extends OfferRow {
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
}

/**
 * Locks services of an ISP and reads what billing knows of them. Locks are taken in one order, so that transactions cannot
 * deadlock: services, then resellers, then the ISP, each by id.
 */
export async function readDrafts(
  tx: Tx,
  { ispId, serviceIds, now, by, includeDeleted = false, includePaidInvoices = false, readOnly = false }: Wanted,
): Promise<Draft[]> {
  const named = sql`s.isp_id = ${ispId} AND s.id = ANY(${[...serviceIds]}::int[])`;
  const wanted = includeDeleted ? named : sql`${named} AND s.deleted_at IS NULL`;
  // What is sent together runs in this order, in one round trip: a row is read after it was locked.
  const [, services, { terms: isp, credits }] = await Promise.all([
    readOnly ? undefined : lockServices(tx, wanted),
    readServices(tx, wanted),
    readIsp(tx, ispId),
  ]);
  const ids = services.map((service) => service.id);
  const context: ChangeContext = { today: dayOf(now, isp.zone), now, by };
  const [sellers, limited, periods, charges, invoices] = await Promise.all([
    readSellers(tx, ispId, services, readOnly),
    isp.limitsCredits && !readOnly ? lockCredits(tx, ispId) : credits,
    readPeriods(tx, ids, context.today),
    readOpenCharges(tx, ids),
    readInvoices(tx, ids, includePaidInvoices),
  ]);
  const balances: SharedBalances = {
    wallets: new Map([...sellers.values()].map((seller) => [seller.resellerId, seller.wallet])),
    credits: limited,
  };
  return services.map((row) => {
    const of = subscriptionOf(row, { ispId, zone: isp.zone });
    const subscription: Subscription = {
      ...of,
      periods: periods.get(row.id) ?? [],
      period: periods.get(row.id)?.find((period) => period.id === row.period_id) ?? null,
      charges: charges.get(row.id) ?? [],
      invoices: invoices.get(row.id) ?? [],
    };
    const seller = row.reseller_id === null ? null : (sellers.get(row.reseller_id) ?? null);
    return new Draft({ subscription, seller, isp, balances, context });
  });
}

async function lockServices(tx: Tx, wanted: Sql): Promise<void> {
  await query(tx, sql`SELECT 1 FROM crm.service s WHERE ${wanted} ORDER BY s.id FOR NO KEY UPDATE`);
}

function readServices(tx: Tx, wanted: Sql): Promise<ServiceRow[]> {
  return query<ServiceRow>(
    tx,
    sql`SELECT s.id, s.username, s.deleted_at IS NOT NULL AS deleted, s.reseller_id,
          s.prepaid_postpaid = 'Prepaid' AS prepaid, s.status, s.status_before, s.suspended_at, s.grace_upto, s.promise_upto,
          s.valid_from, s.valid_upto, s.bill_from, s.billing_start_day, s.anchor_day, s.discount_percent, s.discount_amt, s.installation_amt,
          coalesce(s.credit_limit, i.default_credit_limit) AS credit_limit, s.os_amt, s.billed, s.period_id,
          ${OFFER},
          (SELECT to_jsonb(w) FROM (
             SELECT c.id, ${OFFER} FROM crm.plan_change c
             JOIN crm.plan p ON p.id = c.plan_id JOIN crm.sub_plan b ON b.id = c.sub_plan_id
             WHERE c.service_id = s.id AND c.status = 'Pending') w) AS pending
        FROM crm.service s
        JOIN crm.plan p ON p.id = s.plan_id
        JOIN crm.sub_plan b ON b.id = s.sub_plan_id
        JOIN crm.isp_setting i ON i.isp_id = s.isp_id
        WHERE ${wanted} ORDER BY s.id`,
  );
}

function subscriptionOf(row: ServiceRow, { ispId, zone }: { ispId: number; zone: string }) {
  return {
    id: row.id,
    username: row.username,
    deleted: row.deleted,
    ispId,
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
