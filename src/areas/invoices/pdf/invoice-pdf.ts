import type { InvoiceDocument } from '../document.ts';
import { headingOf, titleOf, writeHeading } from './heading.ts';
import { Sheet } from './sheet.ts';
import { writeTable } from './table.ts';
import { writeTotals } from './totals.ts';

/** The invoice as a PDF file. The same invoice gives the same bytes until a payment changes it. */
export function invoicePdf(invoice: InvoiceDocument): Promise<Uint8Array> {
  const title = `${titleOf(invoice)} ${invoice.documentNo}`;
  const author = invoice.seller.name ?? '';
  const sheet = new Sheet({
    title,
    author,
    createdAt: invoice.issuedAt,
    reference: [title, author].filter(Boolean).join(', '),
  });
  writeHeading(sheet, headingOf(invoice));
  writeTable(sheet, invoice.lines);
  writeTotals(sheet, invoice);
  return sheet.finish();
}
