import type { Tx } from '../../../../db/database.ts';
import { execute, insertRows, nextIds, query, sql } from '../../../../db/sql.ts';
import type { Draft, DraftInvoice } from '../../model/draft.ts';
import { ZERO } from '../../pricing/amounts.ts';
import { type PricedLine, sumOfLines } from '../../pricing/price.ts';
import { documentNo, prefixesOf } from './series.ts';

interface Issued extends DraftInvoice {
  readonly draft: Draft;
  number: number;
  documentNo: string;
}

export async function saveInvoices(tx: Tx, drafts: readonly Draft[]): Promise<void> {
  const issued = drafts.flatMap((draft) =>
    draft.invoices.map((invoice): Issued => ({ draft, ...invoice, number: 0, documentNo: '' })),
  );
  const ids = await nextIds(tx, 'crm.invoice', issued.length);
  for (const [at, { invoice }] of issued.entries()) invoice.id = ids[at] ?? 0;
  await number(tx, issued);
  await insertInvoices(tx, issued);
  await insertRows(
    tx,
    'crm.invoice_line',
    issued.flatMap(({ invoice, charges }) =>
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
      })),
    ),
  );
  await updateInvoices(tx, drafts);
}

/** 0: the ISP itself. */
const sellerOf = ({ seller }: Draft): number => (seller?.invoices ? seller.resellerId : 0);

/** Numbers the invoices without gaps: the counters, locked in the order of their sellers, stay locked until the commit. */
async function number(tx: Tx, issued: readonly Issued[]): Promise<void> {
  const groups = new Map<number, Issued[]>();
  for (const each of issued) groups.set(sellerOf(each.draft), [...(groups.get(sellerOf(each.draft)) ?? []), each]);
  for (const [seller, group] of [...groups].sort(([one], [other]) => one - other)) {
    const ispId = group[0]?.draft.subscription.ispId;
    const [counter] = await query<{ last_number: number }>(
      tx,
      sql`INSERT INTO crm.invoice_counter AS c (isp_id, seller_id, last_number) VALUES (${ispId}, ${seller}, ${group.length})
          ON CONFLICT (isp_id, seller_id) DO UPDATE SET last_number = c.last_number + excluded.last_number
          RETURNING last_number`,
    );
    let next = (counter?.last_number ?? 0) - group.length;
    for (const each of group) each.number = next += 1;
  }
  const ispId = issued[0]?.draft.subscription.ispId;
  if (ispId === undefined) return;
  const prefixes = await prefixesOf(tx, ispId, [...groups.keys()]);
  for (const each of issued) each.documentNo = documentNo(prefixes.get(sellerOf(each.draft)), each.number);
}

/** Stores names and addresses as of the day of issue. */
async function insertInvoices(tx: Tx, issued: readonly Issued[]): Promise<void> {
  if (issued.length === 0) return;
  const rows = issued.map(({ draft, invoice, charges, number: no, documentNo: printed }) => ({
    id: invoice.id,
    service_id: draft.subscription.id,
    seller_id: sellerOf(draft),
    number: no,
    document_no: printed,
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
  }));
  await execute(
    tx,
    sql`INSERT INTO crm.invoice (id, isp_id, reseller_id, seller_id, number, document_no, customer_id, service_id, issued_on,
          due_on, currency, net, tax, total, taxes, seller, buyer, paid_amt, paid_at, created_by)
        SELECT d.id, s.isp_id, s.reseller_id, d.seller_id, d.number,
          d.document_no, s.customer_id, s.id, d.issued_on, d.due_on,
          d.currency, d.net, d.tax, d.total, d.taxes,
          CASE WHEN r.id IS NULL THEN jsonb_build_object('name', i.name, 'code', i.code, 'address', i.address,
            'state', i.state, 'country', i.country, 'mobile', i.mobile, 'email', i.email)
          ELSE jsonb_build_object('name', r.name, 'code', r.code, 'address', r.address, 'state', r.state,
            'country', i.country, 'mobile', r.mobile, 'email', r.email) END,
          jsonb_build_object('customerid', c.id, 'name', concat_ws(' ', c.name, c.surname), 'type', c.type,
            'company', NULL, 'address', jsonb_build_array(coalesce(a.street, c.street)), 'city', coalesce(a.city, c.city), 'state', coalesce(a.state, c.state),
            'zipcode', coalesce(a.zipcode, c.zipcode), 'mobile', c.mobile, 'email', c.email, 'tax_id', s.tax_id,
            'username', s.username),
          d.paid_amt, d.paid_at, d.created_by
        FROM jsonb_populate_recordset(NULL::crm.invoice, ${JSON.stringify(rows)}::jsonb) AS d
        JOIN crm.service s ON s.id = d.service_id
        JOIN crm.customer c ON c.id = s.customer_id
        JOIN crm.isp i ON i.id = s.isp_id
        LEFT JOIN crm.reseller r ON r.id = nullif(d.seller_id, 0)
        LEFT JOIN LATERAL (
          SELECT s.ba_street AS street, s.ba_city AS city, s.ba_state AS state, s.ba_zipcode AS zipcode
          WHERE s.billing_address = 'new'
          UNION ALL SELECT s.ia_street, s.ia_city, s.ia_state, s.ia_zipcode WHERE s.billing_address = 'ia'
        ) a ON true`,
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
async function updateInvoices(tx: Tx, drafts: readonly Draft[]): Promise<void> {
  const rows = drafts.flatMap(({ stored }) =>
    [...stored.invoices]
      .filter(([now, before]) => !now.paidAmt.equals(before.paidAmt) || now.lateFee !== before.lateFee)
      .map(([invoice]) => ({ id: invoice.id, paid_amt: invoice.paidAmt.toFixed(2), late_fee: invoice.lateFee })),
  );
  if (rows.length === 0) return;
  const now = drafts[0]?.context.now;
  await execute(
    tx,
    sql`UPDATE crm.invoice i SET paid_amt = d.paid_amt,
          paid_at = CASE WHEN d.paid_amt >= i.total THEN coalesce(i.paid_at, ${now}::timestamptz) END,
          late_fee_at = CASE WHEN d.late_fee THEN coalesce(i.late_fee_at, ${now}::timestamptz) END
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS d (id integer, paid_amt numeric, late_fee boolean)
        WHERE i.id = d.id`,
  );
}
