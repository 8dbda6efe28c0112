import type { InvoiceDocument } from '../document.ts';
import { writeClosing } from './closing.ts';
import { headingOf, writeHeading } from './heading.ts';
import { writeHowToPay } from './how-to-pay.ts';
import { isSigned } from './postal.ts';
import { Sheet } from './sheet.ts';
import { writeTable } from './table.ts';
import { columnsOf } from './tax-columns.ts';
import { taxHeadingOf, titleOf } from './tax-heading.ts';
import { writeTotals } from './totals.ts';

/** The invoice as a PDF file. The same invoice gives the same bytes until a payment, the logo or the ISP’s ways to pay change. */
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
  const shown = invoice.tax ? taxHeadingOf(heading, invoice.tax) : heading;
  writeHeading(sheet, shown);
  writeTable(sheet, invoice.lines, columnsOf(invoice));
  writeTotals(sheet, invoice);
  writeHowToPay(sheet, invoice, author);
  const { name = null, country } = shown.seller;
  const { tax, registration } = invoice;
  writeClosing(sheet, { note: tax?.note ?? null, registration, signedFor: isSigned(country) ? name : null });
  return sheet.finish();
}
