import type { Tx } from '../../../../db/database.ts';
import { insertion, raw, send, sql } from '../../../../db/sql.ts';
import type { Draft, DraftInvoice } from '../../model/draft.ts';
import { ZERO } from '../../pricing/amounts.ts';
import { type PricedLine, sumOfLines } from '../../pricing/price.ts';
import { BILLING_ADDRESS, BUYER, SELLER } from '../parties.ts';
import type { Saving } from './saving.ts';
import { documentNo, prefixesOf } from './series.ts';

interface Issued extends DraftInvoice {
  readonly draft: Draft;
}

const issuedBy = (drafts: readonly Draft[]): Issued[] =>
  drafts.flatMap((draft) => draft.invoices.map((invoice): Issued => ({ draft, ...invoice })));

/** 0: the ISP itself. */
const sellerOf = ({ seller }: Draft): number => (seller?.invoices ? seller.resellerId : 0);

/** The prefixes of document numbers by seller, of those that issue invoices. */
export async function readPrefixes(tx: Tx, drafts: readonly Draft[]): Promise<ReadonlyMap<number, string>> {
  const [first, ...others] = issuedBy(drafts).map(({ draft }) => draft);
  if (!first) return new Map();
  return prefixesOf(tx, first.subscription.ispId, [...new Set([first, ...others].map(sellerOf))]);
}

/** The counters of invoices are locked from here to the commit. All services of a seller share them. */
export function saveInvoices({ tx, drafts, ids, prefixes }: Saving): void {
  const issued = issuedBy(drafts);
  for (const { invoice } of issued) invoice.id = ids.next('crm.invoice');
  insertInvoices(tx, issued, prefixes);
  send(tx, insertion('crm.invoice_line', issued.flatMap(linesOf)));
  updateInvoices(tx, drafts);
}

const linesOf = ({ invoice, charges }: Issued) =>
  charges.map((charge, at) => ({
    invoice_id: invoice.id,
    position: at + 1,
    charge_id: charge.id,
    description: charge.description,
    amt: charge.amt.toFixed(2),
    discount: charge.discount.toFixed(2),
    net: charge.net.toFixed(2),
    tax: charge.tax.toFixed(2),
    total: charge.total.toFixed(2),
  }));

/** `place` counts the invoices of each seller. */
function rowsOf(issued: readonly Issued[], prefixes: ReadonlyMap<number, string>) {
  const places = new Map<number, number>();
  return issued.map(({ draft, invoice, charges }) => {
    const seller = sellerOf(draft);
    const place = (places.get(seller) ?? 0) + 1;
    places.set(seller, place);
    const prefix = prefixes.get(seller);
    if (prefix === undefined) throw new Error(`seller ${seller} has no series of documents`);
    return {
      id: invoice.id,
      isp_id: draft.subscription.ispId,
      service_id: draft.subscription.id,
      seller_id: seller,
      place,
      prefix,
      issued_on: draft.context.today,
      due_on: invoice.dueOn,
      currency: draft.isp.currency,
      net: sumOfLines(charges, 'net').toFixed(2),
      tax: sumOfLines(charges, 'tax').toFixed(2),
      total: invoice.total.toFixed(2),
      taxes: taxesOf(charges),
      paid_amt: invoice.paidAmt.toFixed(2),
      paid_at: invoice.paidAmt.greaterThanOrEqualTo(invoice.total) ? draft.context.now : null,
      created_by: draft.context.by,
    };
  });
}

/** Numbers the invoices of each seller without gaps, in one statement: a counter is locked no longer than it must be. */
function insertInvoices(tx: Tx, issued: readonly Issued[], prefixes: ReadonlyMap<number, string>): void {
  if (issued.length === 0) return;
  const number = sql`(n.last_number - n.issued + d.place)`;
  send(
    tx,
    sql`WITH d AS MATERIALIZED (
          SELECT * FROM jsonb_to_recordset(${JSON.stringify(rowsOf(issued, prefixes))}::jsonb) AS d (id int, isp_id int,
            service_id int, seller_id int, place int, prefix text, issued_on date, due_on date, currency text, net numeric,
            tax numeric, total numeric, taxes jsonb, paid_amt numeric, paid_at timestamptz, created_by text)
        ), counter AS (
          INSERT INTO crm.invoice_counter AS c (isp_id, seller_id, last_number)
          SELECT isp_id, seller_id, count(*) FROM d GROUP BY isp_id, seller_id ORDER BY seller_id
          ON CONFLICT (isp_id, seller_id) DO UPDATE SET last_number = c.last_number + excluded.last_number
          RETURNING seller_id, last_number
        ), n AS (
          SELECT c.seller_id, c.last_number, (SELECT max(place) FROM d WHERE d.seller_id = c.seller_id) AS issued FROM counter c
        )
        INSERT INTO crm.invoice (id, isp_id, reseller_id, seller_id, number, document_no, customer_id, service_id, issued_on,
          due_on, currency, net, tax, total, taxes, seller, buyer, paid_amt, paid_at, created_by)
        SELECT d.id, s.isp_id, s.reseller_id, d.seller_id, ${number}, ${documentNo(raw('d.prefix'), number)},
          s.customer_id, s.id, d.issued_on, d.due_on, d.currency, d.net, d.tax, d.total, d.taxes, ${SELLER}, ${BUYER},
          d.paid_amt, d.paid_at, d.created_by
        FROM d
        JOIN n ON n.seller_id = d.seller_id
        JOIN crm.service s ON s.id = d.service_id
        JOIN crm.customer c ON c.id = s.customer_id
        JOIN crm.isp i ON i.id = s.isp_id
        LEFT JOIN crm.reseller r ON r.id = nullif(d.seller_id, 0)
        ${BILLING_ADDRESS}`,
  );
}

function taxesOf(charges: readonly PricedLine[]) {
  const sums = new Map<string, PricedLine['taxes'][number]>();
  for (const tax of charges.flatMap((charge) => charge.taxes)) {
    const key = JSON.stringify([tax.name, tax.percent]);
    sums.set(key, { ...tax, amt: (sums.get(key)?.amt ?? ZERO).plus(tax.amt) });
  }
  return [...sums.values()].map((tax) => ({ ...tax, amt: tax.amt.toFixed(2) }));
}

/** Updates what is paid of older invoices, and which were charged a late fee. */
function updateInvoices(tx: Tx, drafts: readonly Draft[]): void {
  const rows = drafts.flatMap(({ stored }) =>
    [...stored.invoices]
      .filter(([now, before]) => !now.paidAmt.equals(before.paidAmt) || now.lateFee !== before.lateFee)
      .map(([invoice]) => ({ id: invoice.id, paid_amt: invoice.paidAmt.toFixed(2), late_fee: invoice.lateFee })),
  );
  if (rows.length === 0) return;
  const now = drafts[0]?.context.now;
  send(
    tx,
    sql`UPDATE crm.invoice i SET paid_amt = d.paid_amt,
          paid_at = CASE WHEN d.paid_amt >= i.total THEN coalesce(i.paid_at, ${now}::timestamptz) END,
          late_fee_at = CASE WHEN d.late_fee THEN coalesce(i.late_fee_at, ${now}::timestamptz) END
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS d (id integer, paid_amt numeric, late_fee boolean)
        WHERE i.id = d.id`,
  );
}
