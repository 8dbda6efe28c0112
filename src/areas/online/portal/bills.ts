import { z } from 'zod';
import { notFound } from '../../../core/fault.ts';
import { firstOf, runList } from '../../../core/list/index.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { adjustments } from '../../money/adjustments/list.ts';
import { ADJUSTMENT_KINDS } from '../../money/adjustments/vocabulary.ts';
import { readInvoice } from '../../money/invoices/document.ts';
import { invoices } from '../../money/invoices/list.ts';
import { fileName } from '../../money/invoices/pdf/file-name.ts';
import { invoicePdf } from '../../money/invoices/pdf/invoice-pdf.ts';
import { payments } from '../../money/payments/list.ts';
import { readReceipt } from '../../money/payments/receipt/read-receipt.ts';
import { receiptPdf } from '../../money/payments/receipt/receipt-pdf.ts';
import { findService } from '../../subscribers/services/find.ts';

const signedMoney = () => wire.asStored(wire.money({ min: -wire.MAX_MONEY }));

/** Newest first. An invoice below 0 is a credit note. */
export const bills = z.object({
  invoices: z.array(
    z.object({
      id: wire.id(),
      document_no: wire.shown(),
      issued_on: wire.ymd(),
      due_on: wire.ymd(),
      total: signedMoney(),
      paid_amt: signedMoney(),
      paid: wire.flagYN(),
    }),
  ),
  payments: z.array(
    z.object({
      id: wire.id(),
      payment_date: wire.ymd(),
      amt: signedMoney(),
      mode: wire.shown(),
      cancelled: z.boolean(),
    }),
  ),
  /** Also on an invoice if it is a debit or a credit. The reason is the staff's. */
  adjustments: z.array(
    z.object({
      id: wire.id(),
      posted_on: wire.ymd(),
      kind: wire.oneOf(ADJUSTMENT_KINDS),
      description: wire.shown(),
      amt: signedMoney(),
    }),
  ),
});

/** Of each; the ISP has the older ones. */
const MAX_ROWS = 50;

/** Reads of one call. */
interface Reading {
  readonly db: Database;
  readonly scope: Scope;
  readonly zone: string;
}

/** The invoices, payments and adjustments of a service. @throws Fault of kind `notFound` */
export async function readBills({ db, ...call }: Reading, serviceId: number): Promise<z.output<typeof bills>> {
  await findService(db.pool, call.scope, serviceId);
  const input = {
    ...{ serviceid: serviceId, rows_limit: MAX_ROWS, rows_offset: 0, show_count: false },
    ...{ sort_field: 'id', sort_order: 'desc' },
  } as const;
  const [invoiced, paid, adjusted] = await Promise.all([
    runList(db, invoices, { ...call, input }),
    runList(db, payments, { ...call, input }),
    runList(db, adjustments, { ...call, input }),
  ]);
  return {
    invoices: rows(invoiced).map(({ id, document_no, issued_on, due_on, total, paid_amt, paid: isPaid }) => ({
      ...{ id, document_no, issued_on, due_on, total, paid_amt, paid: isPaid },
    })),
    payments: rows(paid).map(({ id, payment_date, amt, mode, status }) => ({
      ...{ id, payment_date, amt, mode, cancelled: status === 'Cancelled' },
    })),
    adjustments: rows(adjusted).map(({ id, posted_on, kind, description, amt }) => ({
      ...{ id, posted_on, kind, description, amt },
    })),
  };
}

const rows = <R extends object>(result: readonly R[] | number): readonly R[] =>
  typeof result === 'number' ? [] : result;

export const whichFile = z.strictObject({ kind: wire.oneOf(['invoice', 'receipt']), id: wire.id() });

/** A file as text: the pages read no other encoding. */
export const file = z.object({ filename: wire.shown(), base64: z.string() });

/** An invoice or a receipt of the customer as a PDF file. @throws Fault of kind `notFound` */
export async function readFile(
  reading: Reading,
  { kind, id }: z.output<typeof whichFile>,
): Promise<z.output<typeof file>> {
  const { filename, content } = await (kind === 'invoice'
    ? readInvoiceFile(reading, id)
    : readReceiptFile(reading, id));
  return { filename, base64: Buffer.from(content).toString('base64') };
}

async function readInvoiceFile({ db, ...call }: Reading, id: number) {
  const found = await firstOf(db, invoices, { ...call, input: { id } });
  if (!found) throw notFound('invoice', id);
  return { filename: fileName(found.document_no), content: await invoicePdf(await readInvoice(db, found.id)) };
}

async function readReceiptFile({ db, ...call }: Reading, id: number) {
  const found = await firstOf(db, payments, { ...call, input: { id } });
  if (!found) throw notFound('receipt', id);
  return {
    filename: `receipt-${found.receiptid ?? found.id}.pdf`,
    content: await receiptPdf(await readReceipt(db, found.id)),
  };
}
