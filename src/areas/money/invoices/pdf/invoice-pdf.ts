import type { InvoiceDocument } from '../document.ts';
import { writeTaxClosing } from './closing.ts';
import { headingOf, writeHeading } from './heading.ts';
import { Sheet } from './sheet.ts';
import { writeTable } from './table.ts';
import { columnsOf } from './tax-columns.ts';
import { taxHeadingOf, titleOf } from './tax-heading.ts';
import { writeTotals } from './totals.ts';

/** The invoice as a PDF file. The same invoice gives the same bytes until a payment or the logo changes. */
export function invoicePdf(invoice: InvoiceDocument): Promise<Uint8Array> {
  const title = `${titleOf(invoice)} ${invoice.documentNo}`;
  const author = invoice.tax?.seller.legal_name ?? invoice.seller.name ?? '';
  const sheet = new Sheet({
    title,
    author,
    createdAt: invoice.issuedAt,
    reference: [title, author].filter(Boolean).join(', '),
  });
  const heading = headingOf(invoice);
  writeHeading(sheet, invoice.tax ? taxHeadingOf(heading, invoice.tax) : heading);
  writeTable(sheet, invoice.lines, columnsOf(invoice));
  writeTotals(sheet, invoice);
  if (invoice.tax) writeTaxClosing(sheet, invoice.tax, invoice.registration);
  return sheet.finish();
}
