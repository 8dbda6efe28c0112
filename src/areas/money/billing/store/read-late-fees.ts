import { Decimal } from 'decimal.js';
import type { Tx } from '../../../../db/database.ts';
import { query, type Sql, sql } from '../../../../db/sql.ts';
import type { FeeEntry, LateFees } from '../model/late-fees.ts';
import type { Day } from '../model/subscription.ts';
import { givenUp } from './credited.ts';
import { CHARGE, type ChargeRow, openChargeOf } from './read-history.ts';

interface Row {
  readonly fees: {
    readonly entry: string;
    readonly kind: FeeEntry['kind'];
    readonly fee_of: number;
    readonly on_invoice: number | null;
    readonly fee_on_invoice: number | null;
    readonly left: string | null;
    readonly commission: string | null;
    readonly lines: ChargeRow[];
  }[];
  readonly invoices: { readonly id: number; readonly issued_on: Day; readonly due_on: Day; readonly total: string }[];
  readonly settled: { readonly on: Day; readonly amt: string }[];
}

const readingOf = (serviceId: number): Sql =>
  sql`SELECT (
      SELECT coalesce(jsonb_agg(to_jsonb(f) ORDER BY f.fee_of, f.entry::bigint), '[]') FROM (
        SELECT e.id::text AS entry, e.kind, split_part(e.dedupe_key, ':', 2)::int AS fee_of, v.id AS on_invoice,
          (SELECT g.invoice_id FROM crm.ledger_entry o JOIN crm.charge c ON c.entry_id = o.id
           JOIN crm.invoice_line g ON g.charge_id = c.id
           WHERE o.dedupe_key = 'late_fee:' || split_part(e.dedupe_key, ':', 2) LIMIT 1) AS fee_on_invoice,
          (SELECT (u.charged - u.credited - u.written_off)::text
           FROM ${givenUp(sql`v`)} u WHERE v.id IS NOT NULL) AS left,
          (SELECT coalesce(sum(l.amt) FILTER (WHERE a.name = 'commission'), 0)::text FROM crm.ledger_line l
           JOIN crm.ledger_account a ON a.id = l.account_id AND a.name IN ('commission', 'franchisee_clearing')
           WHERE l.entry_id = e.id HAVING count(*) > 0) AS commission,
          (SELECT coalesce(jsonb_agg(${CHARGE} ORDER BY c.id), '[]') FROM crm.charge c WHERE c.entry_id = e.id) AS lines
        FROM crm.ledger_entry e
        LEFT JOIN LATERAL (
          SELECT i.* FROM crm.charge c JOIN crm.invoice_line g ON g.charge_id = c.id JOIN crm.invoice i ON i.id = g.invoice_id
          WHERE c.entry_id = e.id LIMIT 1) v ON true
        WHERE e.service_id = ${serviceId} AND e.kind IN ('late_fee', 'late_fee_return')
          AND NOT EXISTS (SELECT FROM crm.ledger_entry r WHERE r.reverses_id = e.id)) f
    ) AS fees, (
      SELECT coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'issued_on', i.issued_on, 'due_on', i.due_on,
        'total', i.total::text) ORDER BY i.id), '[]')
      FROM crm.invoice i WHERE i.service_id = ${serviceId}
    ) AS invoices, (
      SELECT coalesce(jsonb_agg(jsonb_build_object('on', coalesce(p.paid_on, r.paid_on, e.posted_on), 'amt', (-l.amt)::text)), '[]')
      FROM crm.ledger_account a
      JOIN crm.ledger_line l ON l.account_id = a.id
      JOIN crm.ledger_entry e ON e.id = l.entry_id
      LEFT JOIN crm.payment p ON p.entry_id = e.id
      LEFT JOIN crm.payment r ON r.reversal_entry_id = e.id
      WHERE a.kind = 'service' AND a.service_id = ${serviceId}
        AND NOT EXISTS (SELECT FROM crm.charge c WHERE c.entry_id = e.id)
    ) AS settled`;

/**
 * The late fees of a service that stand or were taken back, and what was due and settled when, by the days of the payments. The
 * service is locked already.
 */
export async function readLateFees(tx: Tx, serviceId: number): Promise<LateFees> {
  const [row] = await query<Row>(tx, readingOf(serviceId));
  if (!row) throw new Error('a query without FROM has one row');
  return {
    entries: row.fees.map((fee) => ({
      entryId: BigInt(fee.entry),
      kind: fee.kind,
      feeOf: fee.fee_of,
      onInvoice: fee.on_invoice,
      feeOnInvoice: fee.fee_on_invoice,
      left: fee.left === null ? null : new Decimal(fee.left),
      commission: fee.commission === null ? null : new Decimal(fee.commission),
      lines: fee.lines.map(openChargeOf),
    })),
    invoices: row.invoices.map(({ id, issued_on, due_on, total }) => ({
      ...{ id, issuedOn: issued_on, dueOn: due_on },
      total: new Decimal(total),
    })),
    settled: row.settled.map(({ on, amt }) => ({ on, amt: new Decimal(amt) })),
  };
}
