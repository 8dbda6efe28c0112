import { Decimal } from 'decimal.js';
import { dayOf } from '../../../../core/zone.ts';
import type { Tx } from '../../../../db/database.ts';
import { query, type Sql, sql } from '../../../../db/sql.ts';
import { soldTerms } from '../charging/sold-terms.ts';
import { Draft, type SharedBalances } from '../model/draft.ts';
import type { ChangeContext } from '../model/status-draft.ts';
import type { Day, Subscription } from '../model/subscription.ts';
import { invoiceOf, isOfToday, openChargeOf, periodOf } from './read-history.ts';
import { readMovements } from './read-movements.ts';
import { readReductions } from './read-reductions.ts';
import { readingOf, type ServiceRow, subscriptionOf } from './read-service.ts';
import { termsFor } from './read-taxation.ts';
import { sellerOf, termsOf } from './read-tenants.ts';

export interface Wanted {
  /** The condition on a service `s`; all are of one ISP. */
  readonly where: Sql;
  readonly now: Date;
  /** The day that they are taken for; without it, the ISP's day. */
  readonly today?: Day;
  readonly by: string;
  /** By a user of a reseller. */
  readonly ofReseller?: boolean;
  /** Also paid invoices, so that a payment can be reversed. */
  readonly includePaidInvoices?: boolean;
  /** Lock nothing; the drafts must not be saved. */
  readonly readOnly?: boolean;
}

/** Services of an ISP that are not deleted. */
export const servicesOf = (ispId: number, ids: readonly number[]): Sql =>
  sql`s.isp_id = ${ispId} AND s.id = ANY(${[...ids]}::int[]) AND s.deleted_at IS NULL`;

/**
 * Locks services and reads what billing knows of them, in one round trip: what is sent together runs in this order,
 * so a row is read after it was locked. Takes another one where something was given up by hand.
 */
export async function readDrafts(
  tx: Tx,
  { where, now, today, by, ofReseller = false, includePaidInvoices = false, readOnly = false }: Wanted,
): Promise<Draft[]> {
  const [, rows] = await Promise.all([
    readOnly ? undefined : query(tx, lockingOf(where)),
    query<ServiceRow>(tx, readingOf(where, { now, paid: includePaidInvoices })),
  ]);
  const [first] = rows;
  if (!first) return [];
  const isp = termsOf(first);
  const context: ChangeContext = { today: today ?? dayOf(now, isp.zone), now, by, ofReseller };
  const sellers = rows.flatMap(({ seller }) => seller ?? []);
  const balances: SharedBalances = {
    wallets: new Map(sellers.map((seller) => [seller.id, new Decimal(seller.wallet)])),
    credits: new Decimal(first.usage_credits),
  };
  const movements = await readMovements(tx, {
    ...{ isp, now },
    done: rows.map(({ done_upto }) => done_upto),
    resellerIds: [...new Set(sellers.flatMap(({ id, franchisee }) => (franchisee ? id : [])))],
  });
  const reductions = await readReductions(
    tx,
    rows.filter(({ adjusted }) => adjusted).flatMap((row) => row.periods.map(({ id }) => id)),
  );
  return rows.map((row) => {
    const rowsOfToday = row.periods.filter(isOfToday(context.today));
    const columns = subscriptionOf(row, isp.zone);
    const seller = row.seller && sellerOf(row.seller);
    const today = soldTerms({ subscription: columns, seller, isp }, columns.offer);
    const periods = rowsOfToday.map((period) => periodOf(period, reductions.get(period.id) ?? null, today));
    const subscription: Subscription = {
      ...columns,
      periods,
      period: periods.find((period) => period.id === row.period_id) ?? null,
      charges: row.charges.map(openChargeOf),
      invoices: row.invoices.map(invoiceOf),
    };
    return new Draft({ subscription, seller, isp: termsFor(isp, row), balances, movements, context });
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
        WHERE o.id = (SELECT isp_id FROM service LIMIT 1) AND o.enable_usage_limit AND (SELECT count(*) FROM wallet) IS NOT NULL FOR NO KEY UPDATE
      )
      SELECT (SELECT count(*) FROM service) AS services, (SELECT count(*) FROM wallet) AS wallets,
        (SELECT count(*) FROM credits) AS credits) locked`;
