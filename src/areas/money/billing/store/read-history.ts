import { Decimal } from 'decimal.js';
import { type Sql, sql } from '../../../../db/sql.ts';
import type { Supply } from '../../tax/supply.ts';
import { daysFrom } from '../model/calendar.ts';
import { PENALTIES } from '../model/late-fees.ts';
import type { Day, Invoice, OpenCharge, Period, SoldTerms } from '../model/subscription.ts';
import type { PricedLine } from '../pricing/price.ts';
import type { Reduction } from '../pricing/reduction.ts';
import { type SoldRow, soldOf } from './sold-row.ts';

/*
 * The history of a service `s` as JSON, so that one statement reads everything of a service. Amounts are text, since JSON
 * numbers are not exact.
 */

export interface PeriodRow {
  id: number;
  plan_id: number;
  sub_plan_id: number;
  /** Null: opened before terms were kept. */
  sold: SoldRow | null;
  starts_on: Day;
  ends_on: Day;
  stub: boolean;
  of_days: number | null;
  frozen_days: number;
  billed: boolean;
  promised: boolean;
  /** The newest, or not over when the service was suspended. */
  always: boolean;
  charged: ChargeRow[];
  commission: string | null;
  credits: number;
}

/** A charge `c`; with the invoice that has it only under a scheme, where a credit refers to it. */
export const CHARGE: Sql = sql`jsonb_build_object('id', c.id, 'description', c.description, 'amt', c.amt::text,
  'discount', c.discount::text, 'net', c.net::text, 'tax', c.tax::text, 'total', c.total::text, 'taxes', c.taxes, 'supply', c.supply,
  'kind', c.kind, 'invoice_id', CASE WHEN c.supply IS NOT NULL THEN (SELECT l.invoice_id FROM crm.invoice_line l WHERE l.charge_id = c.id) END)`;

/** The commission that was booked on the charges of a period `p`; NULL if no wallet was charged. */
const COMMISSION: Sql = sql`(
  SELECT coalesce(sum(l.amt) FILTER (WHERE a.name = 'commission'), 0)::text FROM crm.ledger_entry e
  JOIN crm.ledger_line l ON l.entry_id = e.id
  JOIN crm.ledger_account a ON a.id = l.account_id AND a.name IN ('commission', 'franchisee_clearing')
  WHERE e.service_id = p.service_id AND e.period_id = p.id AND e.kind = 'plan' HAVING count(*) > 0)`;

/** Whether anything was ever given up by hand of a service `s`. */
export const ADJUSTED: Sql = sql`EXISTS (
  SELECT FROM crm.adjustment a WHERE a.service_id = s.id AND a.kind IN ('Credit', 'WriteOff'))`;

/** The newest period, those that may not have ended, and those that had not ended when the service was suspended. Oldest first. */
export const periodsAt = (now: Date): Sql => sql`(
  SELECT coalesce(jsonb_agg(to_jsonb(w) ORDER BY w.starts_on), '[]') FROM (
    SELECT p.id, p.plan_id, p.sub_plan_id, p.sold, p.starts_on, p.ends_on, p.stub, p.of_days, p.frozen_days,
      p.billed_at IS NOT NULL AS billed,
      EXISTS (SELECT FROM crm.promise m WHERE m.service_id = p.service_id AND m.period_id = p.id) AS promised,
      p.id = s.period_id OR coalesce(p.ends_on >= s.suspended_at::date - 1, false) AS always,
      (SELECT coalesce(jsonb_agg(${CHARGE} ORDER BY c.id), '[]') FROM crm.charge c
       WHERE c.service_id = p.service_id AND c.period_id = p.id AND c.kind = 'plan') AS charged,
      CASE WHEN s.reseller_id IS NOT NULL THEN ${COMMISSION} END AS commission,
      coalesce((SELECT -u.credits FROM crm.credit_usage u
       WHERE u.service_id = p.service_id AND u.period_id = p.id AND u.action = 'Use'), 0)::int AS credits
    FROM crm.period p
    WHERE p.service_id = s.id AND p.voided_at IS NULL
      AND (p.id = s.period_id OR p.ends_on >= least(${earliestDay(now)}::date, s.suspended_at::date - 1))
  ) w)`;

/** No time zone is a whole day later than UTC; the ISP's day is not known before its settings are read. */
const earliestDay = (now: Date): Date => new Date(now.getTime() - 86_400_000);

export const isOfToday =
  (today: Day) =>
  (row: PeriodRow): boolean =>
    row.always || row.ends_on >= today;

/** `today`: the terms of today. */
export const periodOf = (row: PeriodRow, reduced: Reduction | null, today: SoldTerms): Period => ({
  id: row.id,
  planId: row.plan_id,
  subPlanId: row.sub_plan_id,
  sold: row.sold ? soldOf(row.sold) : today,
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
  reduced,
  credits: row.credits,
});

export interface ChargeRow {
  id: number;
  description: string;
  amt: string;
  discount: string;
  net: string;
  tax: string;
  total: string;
  taxes: { name: string; percent: string; amt: string }[];
  supply: Supply | null;
  invoice_id: number | null;
  kind: string;
}

/**
 * Charges after the last invoiced one: an invoice always takes all open charges. `+ 0` keeps the planner from searching the
 * maximum backwards through the lines of all invoices, which takes longer the more there are.
 */
export const OPEN_CHARGES: Sql = sql`(
  SELECT coalesce(jsonb_agg(${CHARGE} ORDER BY c.id), '[]') FROM crm.charge c
  WHERE c.service_id = s.id AND c.id > (
    SELECT coalesce(max(l.charge_id + 0), 0) FROM crm.invoice_line l
    WHERE l.invoice_id = (SELECT i.id FROM crm.invoice i WHERE i.service_id = s.id
      ORDER BY i.service_id DESC, i.id DESC LIMIT 1)))`;

export const openChargeOf = (row: ChargeRow): OpenCharge => ({ id: BigInt(row.id), kind: row.kind, ...lineOf(row) });

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
    ...(row.supply && { supply: row.supply, invoiceId: row.invoice_id }),
  };
}

export interface InvoiceRow {
  id: number;
  total: string;
  due_on: Day;
  paid_amt: string;
  fees_amt: string;
  late_fee: boolean;
}

/**
 * The unpaid invoices, or all; oldest first. `coalesce` keeps the planner from the indexes of unpaid invoices: a plan that was
 * made while there were hardly any would read all of them.
 */
export const invoices = ({ paid }: { readonly paid: boolean }): Sql => sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'total', v.total::text, 'due_on', v.due_on,
    'paid_amt', v.paid_amt::text, 'fees_amt', (
      SELECT coalesce(sum(c.total), 0)::text FROM crm.invoice_line l JOIN crm.charge c ON c.id = l.charge_id
      WHERE l.invoice_id = v.id AND c.kind = ANY(${PENALTIES}::text[])), 'late_fee', v.late_fee_at IS NOT NULL) ORDER BY v.id), '[]')
  FROM crm.invoice v
  WHERE v.service_id = s.id ${paid ? sql`` : sql`AND coalesce(v.paid_at, 'infinity') = 'infinity'`})`;

export const invoiceOf = (row: InvoiceRow): Invoice => ({
  id: row.id,
  total: new Decimal(row.total),
  dueOn: row.due_on,
  paidAmt: new Decimal(row.paid_amt),
  feesAmt: new Decimal(row.fees_amt),
  lateFee: row.late_fee,
});
