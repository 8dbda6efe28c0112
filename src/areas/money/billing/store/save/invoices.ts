import { amountText } from '../../../../../core/money.ts';
import type { Tx } from '../../../../../db/database.ts';
import { send, sql } from '../../../../../db/sql.ts';
import type { Draft } from '../../model/draft.ts';
import { type Issued, insertInvoices, sellerOf } from './insert-invoices.ts';
import { idOf } from './saved-id.ts';
import type { Saving } from './saving.ts';
import { prefixesOf } from './series.ts';
import { insertTaxInvoices } from './tax-invoices.ts';

const issuedBy = (drafts: readonly Draft[]): Issued[] =>
  drafts.flatMap((draft) => draft.invoices.map((invoice): Issued => ({ draft, ...invoice })));

/** The prefixes of document numbers by seller, of those that issue invoices under no scheme. */
export async function readPrefixes(tx: Tx, drafts: readonly Draft[]): Promise<ReadonlyMap<number, string>> {
  const [first, ...others] = issuedBy(drafts)
    .filter(({ scheme }) => !scheme)
    .map(({ draft }) => draft);
  if (!first) return new Map();
  return prefixesOf(tx, first.subscription.ispId, [...new Set([first, ...others].map(sellerOf))]);
}

/** The counters of invoices are locked from here to the commit. All services of a seller share them. */
export function saveInvoices({ tx, drafts, ids, prefixes, taxSeries }: Saving): void {
  const issued = issuedBy(drafts);
  for (const { invoice } of issued) invoice.id = ids.next('crm.invoice');
  insertInvoices(
    tx,
    issued.filter(({ scheme }) => !scheme),
    prefixes,
  );
  insertTaxInvoices(
    tx,
    issued.filter(({ scheme }) => scheme),
    taxSeries,
  );
  insertLines(tx, issued.flatMap(linesOf));
  updateInvoices(tx, drafts);
}

const linesOf = ({ invoice, charges }: Issued) =>
  charges.map((charge, at) => ({
    invoice_id: idOf(invoice),
    position: at + 1,
    charge_id: String(idOf(charge)),
    description: charge.description,
    amt: amountText(charge.amt),
    discount: amountText(charge.discount),
    net: amountText(charge.net),
    tax: amountText(charge.tax),
    total: amountText(charge.total),
  }));

/** With the name of the plan, of a line that is the price of one. */
function insertLines(tx: Tx, rows: readonly object[]): void {
  if (rows.length === 0) return;
  send(
    tx,
    sql`INSERT INTO crm.invoice_line (invoice_id, position, charge_id, plan, description, amt, discount, net, tax, total)
        SELECT d.invoice_id, d.position, d.charge_id, p.name, d.description, d.amt, d.discount, d.net, d.tax, d.total
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS d (invoice_id int, position smallint, charge_id bigint,
          description text, amt numeric, discount numeric, net numeric, tax numeric, total numeric)
        JOIN crm.charge c ON c.id = d.charge_id
        LEFT JOIN crm.period e ON e.service_id = c.service_id AND e.id = c.period_id AND c.covers_from IS NOT NULL
        LEFT JOIN crm.plan p ON p.id = e.plan_id`,
  );
}

/** Updates what is paid of older invoices, and which were charged a late fee. */
function updateInvoices(tx: Tx, drafts: readonly Draft[]): void {
  const rows = drafts.flatMap(({ stored }) =>
    [...stored.invoices]
      .filter(([now, before]) => !now.paidAmt.equals(before.paidAmt) || now.lateFee !== before.lateFee)
      .map(([invoice]) => ({ id: invoice.id, paid_amt: amountText(invoice.paidAmt), late_fee: invoice.lateFee })),
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
