import { document } from '../../core/download.ts';
import { notFound } from '../../core/fault.ts';
import { firstOf, runList } from '../../core/list/index.ts';
import { byId } from '../../core/results.ts';
import { endpoint, router } from '../../rpc/endpoint.ts';
import { exportOf } from '../../rpc/export.ts';
import { readInvoice } from './document.ts';
import { invoices } from './list.ts';
import { fileName } from './pdf/file-name.ts';
import { invoicePdf } from './pdf/invoice-pdf.ts';

const PDF = 'application/pdf';

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
    description: 'Answers with the file; one below 0 is titled a credit note.',
  })
    .input(byId)
    .output(document(PDF))
    .query(async ({ ctx, input }) => {
      const found = await firstOf(ctx.db, invoices, { ...ctx, input });
      if (!found) throw notFound('invoice', input.id);
      const content = await invoicePdf(await readInvoice(ctx.db, found.id));
      return { filename: fileName(found.document_no), media_type: PDF, content };
    }),
});
