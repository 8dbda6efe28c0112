import { amountText } from '../../../../../core/money.ts';
import type { Tx } from '../../../../../db/database.ts';
import { sql } from '../../../../../db/sql.ts';
import { taxDocumentOf } from '../../../tax/tax-document.ts';
import { type Issued, insertNumbered, type Numbering, rowsOf } from './insert-invoices.ts';
import { seriesKey, seriesOf, type TaxSeries } from './tax-series.ts';

/**
 * Each series counts in its own row, locked after the counter of its seller, which all documents of the seller lock first.
 * `serial` counts the documents of each series; an invoice that was credited is found by its id.
 */
const BY_SERIES: Numbering = {
  columns: sql`, series text, separator text, serial int, refers int, tax_document jsonb`,
  series: sql`, series AS (
          UPDATE crm.invoice_series q SET last_number = q.last_number + w.issued
          FROM (SELECT isp_id, seller_id, series, count(*)::int AS issued FROM d GROUP BY 1, 2, 3) w
          WHERE q.isp_id = w.isp_id AND q.seller_id = w.seller_id AND q.code = w.series AND (SELECT count(*) FROM counter) IS NOT NULL
          RETURNING q.seller_id, q.code, q.last_number - w.issued AS before
        )`,
  documentNo: sql`d.prefix || d.separator || (q.before + d.serial)`,
  into: sql`, tax_document`,
  values: sql`, d.tax_document || jsonb_build_object('series', d.prefix || d.separator, 'serial', q.before + d.serial,
          'refers', CASE WHEN o.id IS NOT NULL THEN jsonb_build_object('id', o.id, 'document_no', o.document_no,
            'issued_on', o.issued_on) END)`,
  joins: sql`
        JOIN series q ON q.seller_id = d.seller_id AND q.code = d.series
        LEFT JOIN crm.invoice o ON o.id = d.refers AND o.isp_id = s.isp_id`,
};

/** Inserts documents under a scheme: numbered by their series. */
export function insertTaxInvoices(tx: Tx, issued: readonly Issued[], series: TaxSeries): void {
  const serials = new Map<string, number>();
  const rows = rowsOf(issued).map((row, at) => {
    const each = issued[at];
    const wanted = each && seriesOf(each.draft, each);
    if (!wanted) throw new Error('a document under no scheme is in no series of tax documents');
    const prefix = series.get(seriesKey(wanted));
    if (prefix === undefined) throw new Error(`seller ${row.seller_id} has no series of tax documents`);
    const serial = (serials.get(seriesKey(wanted)) ?? 0) + 1;
    serials.set(seriesKey(wanted), serial);
    const { code, separator } = wanted;
    return { ...row, ...documentOf(each), prefix, separator, series: code, serial };
  });
  insertNumbered(tx, rows, BY_SERIES);
}

function documentOf({ invoice, charges, scheme }: Issued) {
  if (!scheme) throw new Error('a document without a scheme is none of a tax series');
  const { supply, seller } = scheme;
  const lines = charges.map(({ supply: each, taxes }) => ({
    code: each?.code ?? supply.code,
    taxes: taxes.map((tax) => ({ ...tax, amt: amountText(tax.amt) })),
  }));
  const isCredit = invoice.total.isNegative();
  return {
    refers: supply.credits ?? null,
    tax_document: taxDocumentOf({ supply, seller, isCredit, lines }),
  };
}
