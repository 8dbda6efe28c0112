import { amountText } from '../../../../../core/money.ts';
import type { Tx } from '../../../../../db/database.ts';
import { raw, type Sql, send, sql } from '../../../../../db/sql.ts';
import { bookingDayOf } from '../../model/booking-day.ts';
import type { Draft, DraftInvoice } from '../../model/draft.ts';
import { ZERO } from '../../pricing/amounts.ts';
import { type PricedLine, sumOfLines } from '../../pricing/price.ts';
import { BILLING_ADDRESS, BUYER, SELLER } from '../parties.ts';
import { documentNo } from './series.ts';

export interface Issued extends DraftInvoice {
  readonly draft: Draft;
}

/** 0: the ISP itself. */
export const sellerOf = ({ seller }: Draft): number => (seller?.invoices ? seller.resellerId : 0);

/** The row of an invoice; `place` counts those of each seller. */
type InvoiceRow = Readonly<Record<string, unknown>> & { readonly seller_id: number };

/** Inserts invoices under no scheme: numbered by the counter of their seller. */
export function insertInvoices(tx: Tx, issued: readonly Issued[], prefixes: ReadonlyMap<number, string>): void {
  const rows = rowsOf(issued).map((row) => {
    const prefix = prefixes.get(row.seller_id);
    if (prefix === undefined) throw new Error(`seller ${row.seller_id} has no series of documents`);
    return { ...row, prefix };
  });
  insertNumbered(tx, rows, BY_COUNTER);
}

export function rowsOf(issued: readonly Issued[]): InvoiceRow[] {
  const places = new Map<number, number>();
  return issued.map(({ draft, invoice, charges }) => {
    const seller = sellerOf(draft);
    const place = (places.get(seller) ?? 0) + 1;
    places.set(seller, place);
    return {
      id: invoice.id,
      isp_id: draft.subscription.ispId,
      service_id: draft.subscription.id,
      seller_id: seller,
      place,
      issued_on: bookingDayOf(draft),
      due_on: invoice.dueOn,
      currency: draft.isp.currency,
      net: amountText(sumOfLines(charges, 'net')),
      tax: amountText(sumOfLines(charges, 'tax')),
      total: amountText(invoice.total),
      taxes: taxesOf(charges),
      paid_amt: amountText(invoice.paidAmt),
      paid_at: invoice.paidAmt.greaterThanOrEqualTo(invoice.total) ? draft.context.now : null,
      created_by: draft.context.by,
    };
  });
}

/** How documents get their printed numbers: parts of the statement below. */
export interface Numbering {
  /** More columns of `d`. */
  readonly columns: Sql;
  /** More parts of WITH, after `counter`. */
  readonly series: Sql;
  readonly documentNo: Sql;
  /** More columns of the invoice, and their values. */
  readonly into: Sql;
  readonly values: Sql;
  readonly joins: Sql;
}

const NUMBER = sql`(n.last_number - n.issued + d.place)`;

const BY_COUNTER: Numbering = {
  columns: sql``,
  series: sql``,
  documentNo: documentNo(raw('d.prefix'), NUMBER),
  into: sql``,
  values: sql``,
  joins: sql``,
};

/** Numbers the invoices of each seller without gaps, in one statement: a counter is locked no longer than it must be. */
export function insertNumbered(tx: Tx, rows: readonly InvoiceRow[], numbering: Numbering): void {
  if (rows.length === 0) return;
  send(
    tx,
    sql`WITH d AS MATERIALIZED (
          SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS d (id int, isp_id int,
            service_id int, seller_id int, place int, prefix text, issued_on date, due_on date, currency text, net numeric,
            tax numeric, total numeric, taxes jsonb, paid_amt numeric, paid_at timestamptz, created_by text${numbering.columns})
        ), counter AS (
          INSERT INTO crm.invoice_counter AS c (isp_id, seller_id, last_number)
          SELECT isp_id, seller_id, count(*) FROM d GROUP BY isp_id, seller_id ORDER BY seller_id
          ON CONFLICT (isp_id, seller_id) DO UPDATE SET last_number = c.last_number + excluded.last_number
          RETURNING seller_id, last_number
        ), n AS (
          SELECT c.seller_id, c.last_number, (SELECT max(place) FROM d WHERE d.seller_id = c.seller_id) AS issued FROM counter c
        )${numbering.series}
        INSERT INTO crm.invoice (id, isp_id, reseller_id, seller_id, number, document_no, customer_id, service_id, issued_on,
          due_on, currency, net, tax, total, taxes, seller, buyer, paid_amt, paid_at, created_by${numbering.into})
        SELECT d.id, s.isp_id, s.reseller_id, d.seller_id, ${NUMBER}, ${numbering.documentNo},
          s.customer_id, s.id, d.issued_on, d.due_on, d.currency, d.net, d.tax, d.total, d.taxes, ${SELLER}, ${BUYER},
          d.paid_amt, d.paid_at, d.created_by${numbering.values}
        FROM d
        JOIN n ON n.seller_id = d.seller_id
        JOIN crm.service s ON s.id = d.service_id
        JOIN crm.customer c ON c.id = s.customer_id
        JOIN crm.isp i ON i.id = s.isp_id
        LEFT JOIN crm.reseller r ON r.id = nullif(d.seller_id, 0)
        ${BILLING_ADDRESS}${numbering.joins}`,
  );
}

function taxesOf(charges: readonly PricedLine[]) {
  const sums = new Map<string, PricedLine['taxes'][number]>();
  for (const tax of charges.flatMap((charge) => charge.taxes)) {
    const key = JSON.stringify([tax.name, tax.percent]);
    sums.set(key, { ...tax, amt: (sums.get(key)?.amt ?? ZERO).plus(tax.amt) });
  }
  return [...sums.values()].map((tax) => ({ ...tax, amt: amountText(tax.amt) }));
}
