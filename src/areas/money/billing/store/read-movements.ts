import { Decimal } from 'decimal.js';
import { dayOf } from '../../../../core/zone.ts';
import type { Tx } from '../../../../db/database.ts';
import { query, sql } from '../../../../db/sql.ts';
import { firstDayAfter } from '../life-cycle/time/next-day.ts';
import type { IspTerms } from '../model/isp-terms.ts';
import { type DayMovement, type Movements, NO_MOVEMENTS } from '../model/later-receipts.ts';
import type { Day } from '../model/subscription.ts';

interface Row {
  /** NULL: of the credits. */
  readonly reseller_id: number | null;
  readonly day: Day;
  readonly amt: Decimal.Value;
}

interface Wanted {
  readonly isp: Pick<IspTerms, 'ispId' | 'zone' | 'limitsCredits'>;
  readonly now: Date;
  readonly done: readonly (Day | null)[];
  /** Franchisees. */
  readonly resellerIds: readonly number[];
}

/** What moved wallets and credits after the first day that services have missed. Asks for nothing while runs are on time. */
export async function readMovements(tx: Tx, { isp, now, done, resellerIds }: Wanted): Promise<Movements> {
  const today = dayOf(now, isp.zone);
  const first = done.map((day) => firstDayAfter(day, today)).sort()[0] ?? today;
  if (first >= today || (resellerIds.length === 0 && !isp.limitsCredits)) return NO_MOVEMENTS;
  const rows = await query<Row>(
    tx,
    sql`SELECT e.reseller_id, e.posted_on AS day, -sum(l.amt) AS amt
        FROM crm.ledger_entry e
        JOIN crm.ledger_line l ON l.entry_id = e.id
        JOIN crm.ledger_account a ON a.id = l.account_id AND a.key = 'wallet:' || e.reseller_id
        WHERE e.isp_id = ${isp.ispId} AND e.reseller_id = ANY(${[...resellerIds]}::int[]) AND e.posted_on > ${first}::date
        GROUP BY e.reseller_id, e.posted_on
        UNION ALL
        SELECT NULL, e.posted_on, sum(u.credits)
        FROM crm.credit_usage u JOIN crm.ledger_entry e ON e.id = u.entry_id
        WHERE ${isp.limitsCredits} AND u.isp_id = ${isp.ispId} AND u.created_at >= ${first}::date AND e.posted_on > ${first}::date
        GROUP BY e.posted_on
        ORDER BY day`,
  );
  const movementsOf = (id: number | null): DayMovement[] =>
    rows.flatMap(({ reseller_id, day, amt }) => (reseller_id === id ? [{ day, amt: new Decimal(amt) }] : []));
  return { wallets: new Map(resellerIds.map((id) => [id, movementsOf(id)])), credits: movementsOf(null) };
}
