import { query, type Runner, sql } from '../../../../db/sql.ts';
import { type TaxDocument, taxDocument } from '../../invoices/tax-document.ts';

/** A tax invoice or credit note of a month. Amounts of credit notes are below 0. */
export interface MonthDocument {
  readonly id: number;
  readonly documentNo: string;
  /** `yyyy-mm-dd` */
  readonly issuedOn: string;
  readonly total: string;
  readonly tax: TaxDocument;
  /** The taxable value of each line. */
  readonly nets: readonly string[];
  /** The total of the invoice that is credited. */
  readonly credited: string | null;
}

export interface Month {
  readonly ispId: number;
  readonly sellerId: number;
  /** `yyyy-mm` */
  readonly month: string;
  /** Documents with another number of the seller are in the return of that number. */
  readonly gstin: string;
}

const PAGE = 1_000;

interface Row {
  id: number;
  document_no: string;
  issued_on: string;
  total: string;
  tax_document: unknown;
  nets: string[];
  credited: string | null;
}

/** By day and id, in pages, since a month may have a million. */
export async function* documentsOf(
  on: Runner,
  { ispId, sellerId, month, gstin }: Month,
): AsyncGenerator<MonthDocument> {
  for (let after = { day: `${month}-01`, id: 0 }; ; ) {
    const rows = await query<Row>(
      on,
      sql`SELECT i.id, i.document_no, i.issued_on::text AS issued_on, i.total::text AS total, i.tax_document,
            ARRAY(SELECT l.net::text FROM crm.invoice_line l WHERE l.invoice_id = i.id ORDER BY l.position) AS nets,
            (SELECT o.total::text FROM crm.invoice o WHERE o.id = (i.tax_document -> 'refers' ->> 'id')::int) AS credited
          FROM crm.invoice i
          WHERE i.isp_id = ${ispId} AND (i.issued_on, i.id) > (${after.day}::date, ${after.id}::int) AND i.seller_id = ${sellerId}
            AND i.issued_on < ${`${month}-01`}::date + interval '1 month'
            AND i.tax_document ->> 'scheme' = 'gst' AND i.tax_document -> 'seller' ->> 'tax_number' = ${gstin}
          ORDER BY i.issued_on, i.id LIMIT ${PAGE}`,
    );
    for (const { id, document_no, issued_on, total, tax_document, nets, credited } of rows)
      yield {
        ...{ id, documentNo: document_no, issuedOn: issued_on, total, nets, credited },
        tax: taxDocument.parse(tax_document),
      };
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = { day: last.issued_on, id: last.id };
  }
}
