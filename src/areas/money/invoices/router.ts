import { document } from '../../../core/content/download.ts';
import { notFound } from '../../../core/fault.ts';
import { firstOf, type ListCall, runList } from '../../../core/list/index.ts';
import { byId, done } from '../../../core/records/results.ts';
import type { Database } from '../../../db/database.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { exportOf } from '../../../rpc/export.ts';
import { asRegistered, einvoiceOf } from '../tax/einvoice/einvoice.ts';
import { registration, setRegistration } from '../tax/einvoice/set.ts';
import { JSON_FILE, jsonFile } from '../tax/json-file.ts';
import { readInvoice } from './document.ts';
import { invoices } from './list.ts';
import { fileName } from './pdf/file-name.ts';
import { invoicePdf } from './pdf/invoice-pdf.ts';

const PDF = 'application/pdf';

/** @throws Fault of kind `notFound` for an invoice outside the caller's scope */
async function visibleInvoice(call: ListCall & { readonly db: Database }, { id }: { readonly id: number }) {
  const found = await firstOf(call.db, invoices, { ...call, input: { id } });
  if (!found) throw notFound('invoice', id);
  return readInvoice(call.db, found.id, call.scope);
}

export const invoiceRouter = router({
  list: endpoint({ access: 'payment.read', rest: ['/invoice/list'], extension: true, summary: 'Invoices' })
    .input(invoices.input)
    .output(invoices.output)
    .query(({ ctx, input }) => runList(ctx.db, invoices, { ...ctx, input })),

  export: exportOf(invoices, { access: 'payment.read', rest: '/invoice/export', what: 'Invoices' }),

  pdf: endpoint({
    access: 'payment.read',
    rest: ['/invoice/pdf'],
    extension: true,
    summary: 'An invoice as a PDF file',
    description: 'Answers with the file. The title of an invoice below 0 is “Credit note”.',
  })
    .input(byId)
    .output(document(PDF))
    .query(async ({ ctx, input }) => {
      const found = await firstOf(ctx.db, invoices, { ...ctx, input });
      if (!found) throw notFound('invoice', input.id);
      const content = await invoicePdf(await readInvoice(ctx.db, found.id, ctx.scope));
      return { filename: fileName(found.document_no), media_type: PDF, content };
    }),

  einvoice: endpoint({
    access: 'payment.read',
    rest: ['/invoice/einvoice'],
    extension: true,
    summary: 'An invoice for the Invoice Registration Portal of India',
    description:
      'Answers with a JSON file of schema 1.1. Works only for tax invoices and credit notes to a business with a GSTIN.',
  })
    .input(byId)
    .output(document(JSON_FILE))
    .query(async ({ ctx, input }) => {
      const content = jsonFile(einvoiceOf(asRegistered(await visibleInvoice(ctx, input))));
      return { filename: `einvoice-${input.id}.json`, media_type: JSON_FILE, content };
    }),

  einvoice_set: endpoint({
    access: 'payment.write',
    rest: ['/invoice/einvoice_set'],
    extension: true,
    summary: 'Save the answer of the Invoice Registration Portal',
    description:
      'The PDF then shows the reference number and the QR code. You can save one answer only; another is refused with 409.',
  })
    .input(registration)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      asRegistered(await visibleInvoice(ctx, input));
      return ctx.transaction((tx) => setRegistration(tx, ctx.scope, input));
    }),
});
