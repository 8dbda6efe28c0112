import { Decimal } from 'decimal.js';
import type { Tx } from '../../../db/database.ts';
import { query, type Sql, sql } from '../../../db/sql.ts';
import { daysFrom } from '../model/calendar.ts';
import type { Day, Invoice, OpenCharge, Period } from '../model/subscription.ts';
import type { PricedLine } from '../pricing/price.ts';

type ByService<T> = Map<number, T[]>;

function group<R extends { service_id: number }, T>(rows: readonly R[], made: (row: R) => T): ByService<T> {
  const grouped: ByService<T> = new Map();
  for (const row of rows) {
    const known = grouped.get(row.service_id);
    if (known) known.push(made(row));
    else grouped.set(row.service_id, [made(row)]);
  }
  return grouped;
}

interface PeriodRow {
  id: number;
  service_id: number;
  plan_id: number;
  sub_plan_id: number;
  starts_on: Day;
  ends_on: Day;
  stub: boolean;
  of_days: number | null;
  frozen_days: number;
  billed: boolean;
  promised: boolean;
  charged: ChargeRow[];
  commission: string | null;
  credits: number;
}

/** The newest period of each service, and those that had not ended by today or, if it is suspended, by then. Oldest first. */
export async function readPeriods(tx: Tx, ids: readonly number[], today: Day): Promise<ByService<Period>> {
  const rows = await query<PeriodRow>(
    tx,
    sql`SELECT p.id, p.service_id, p.plan_id, p.sub_plan_id, p.starts_on, p.ends_on, p.stub, p.of_days, p.frozen_days,
          p.billed_at IS NOT NULL AS billed, m.id IS NOT NULL AS promised,
          (SELECT coalesce(jsonb_agg(${CHARGE} ORDER BY c.id), '[]') FROM crm.charge c
           WHERE c.service_id = p.service_id AND c.period_id = p.id AND c.kind = 'plan') AS charged,
          CASE WHEN s.reseller_id IS NOT NULL THEN ${COMMISSION} END AS commission,
          coalesce((SELECT -u.credits FROM crm.credit_usage u
           WHERE u.service_id = p.service_id AND u.period_id = p.id AND u.action = 'Use'), 0)::int AS credits
        FROM crm.service s
        JOIN crm.period p ON p.service_id = s.id AND p.voided_at IS NULL
          AND (p.id = s.period_id OR p.ends_on >= least(${today}::date, s.suspended_at::date - 1))
        LEFT JOIN crm.promise m ON m.service_id = p.service_id AND m.period_id = p.id
        WHERE s.id = ANY(${[...ids]}::int[])
        ORDER BY p.service_id, p.starts_on`,
  );
  return group(rows, (row) => ({
    id: row.id,
    planId: row.plan_id,
    subPlanId: row.sub_plan_id,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    stub: row.stub,
    ofDays: row.of_days ?? daysFrom(row.starts_on, row.ends_on) - row.frozen_days,
    frozenDays: row.frozen_days,
    billed: row.billed,
    voided: false,
    promised: row.promised,
    charged: row.charged.map(lineOf),
    commission: row.commission === null ? null : new Decimal(row.commission),
    credits: row.credits,
  }));
}

/** The commission that was booked on the charges of a period `p`; NULL if no wallet was charged. */
const COMMISSION: Sql = sql`(
  SELECT coalesce(sum(l.amt) FILTER (WHERE a.name = 'commission'), 0) FROM crm.ledger_entry e
  JOIN crm.ledger_line l ON l.entry_id = e.id
  JOIN crm.ledger_account a ON a.id = l.account_id AND a.name IN ('commission', 'franchisee_clearing')
  WHERE e.service_id = p.service_id AND e.period_id = p.id AND e.kind = 'plan' HAVING count(*) > 0)`;

interface ChargeRow {
  id: number;
  description: string;
  amt: string;
  discount: string;
  net: string;
  tax: string;
  total: string;
  taxes: { name: string; percent: string; amt: string }[];
}

/** A charge `c`; amounts as text, since JSON numbers are not exact. */
const CHARGE: Sql = sql`jsonb_build_object('id', c.id, 'description', c.description, 'amt', c.amt::text,
  'discount', c.discount::text, 'net', c.net::text, 'tax', c.tax::text, 'total', c.total::text, 'taxes', c.taxes)`;

/**
 * Charges after the last invoiced one: an invoice always takes all open charges. `+ 0` keeps the planner from searching the
 * maximum backwards through the lines of all invoices, which takes longer the more there are.
 */
export async function readOpenCharges(tx: Tx, ids: readonly number[]): Promise<ByService<OpenCharge>> {
  const rows = await query<{ service_id: number; charge: ChargeRow }>(
    tx,
    sql`SELECT c.service_id, ${CHARGE} AS charge
        FROM unnest(${[...ids]}::int[]) AS s (id)
        CROSS JOIN LATERAL (
          SELECT coalesce(max(l.charge_id + 0), 0) AS upto FROM crm.invoice_line l
          WHERE l.invoice_id = (SELECT i.id FROM crm.invoice i WHERE i.service_id = s.id
            ORDER BY i.service_id DESC, i.id DESC LIMIT 1)
        ) invoiced
        JOIN crm.charge c ON c.service_id = s.id AND c.id > invoiced.upto
        ORDER BY c.service_id, c.id`,
  );
  return group(rows, ({ charge }) => ({ id: BigInt(charge.id), ...lineOf(charge) }));
}

function lineOf(row: ChargeRow): PricedLine {
  return {
    description: row.description,
    revenue: row.description,
    amt: new Decimal(row.amt),
    discount: new Decimal(row.discount),
    net: new Decimal(row.net),
    tax: new Decimal(row.tax),
    total: new Decimal(row.total),
    taxes: row.taxes.map((tax) => ({ ...tax, amt: new Decimal(tax.amt) })),
  };
}

/** The unpaid invoices, or all; oldest first. */
export async function readInvoices(tx: Tx, ids: readonly number[], paid: boolean): Promise<ByService<Invoice>> {
  const rows = await query<{
    id: number;
    service_id: number;
    total: string;
    due_on: Day;
    paid_amt: string;
    late_fee: boolean;
  }>(
    tx,
    sql`SELECT id, service_id, total, due_on, paid_amt, late_fee_at IS NOT NULL AS late_fee FROM crm.invoice
        WHERE service_id = ANY(${[...ids]}::int[]) ${paid ? sql`` : sql`AND paid_at IS NULL`} ORDER BY service_id, id`,
  );
  return group(rows, (row) => ({
    id: row.id,
    total: new Decimal(row.total),
    dueOn: row.due_on,
    paidAmt: new Decimal(row.paid_amt),
    lateFee: row.late_fee,
  }));
}
