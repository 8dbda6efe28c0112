import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { badParameter, notFound } from '../../../core/fault.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { changeSubscription } from '../billing/change.ts';
import { adjust, type Posted, TAX_TREATMENTS } from '../billing/life-cycle/actions/adjust.ts';
import type { CreditedInvoice } from '../billing/pricing/credit-shares.ts';
import { readCredited } from '../billing/store/read-credited.ts';
import { lockAdjusted } from './find.ts';
import { type Adjusting, type adjustmentOutcome, recordAdjustment } from './record.ts';

export const newAdjustment = z.strictObject({
  serviceid: wire.id(),
  type: wire.oneOf(['Debit', 'Credit']),
  amt: wire.money(),
  tax: wire.oneOf(TAX_TREATMENTS).default('Inclusive'),
  description: wire.text(100).default('Adjustment'),
  reason: wire.text(),
  invoiceid: wire.id().optional(),
  preview: wire.flagYN().default(false),
});

/** Charges or credits a service by hand. Returns the id of the adjustment, or the requested preview. */
export async function adjustService(
  tx: Tx,
  call: Adjusting,
  { serviceid: serviceId, invoiceid: invoiceId, ...input }: z.output<typeof newAdjustment>,
): Promise<z.output<typeof adjustmentOutcome>> {
  const { type, tax, description, reason, preview: previews } = input;
  const amt = new Decimal(input.amt);
  if (amt.isZero()) throw badParameter('amt', 'must be above 0');
  if (invoiceId !== undefined && type === 'Debit') throw badParameter('invoiceid', 'applies only to a Credit');
  const { customerId } = await lockAdjusted(tx, call.scope, serviceId);
  const invoice = invoiceId === undefined ? null : await creditedInvoice(tx, serviceId, invoiceId);
  let posted: Posted | undefined;
  const draft = await changeSubscription(tx, call, { serviceId, preview: previews }, (each) => {
    posted = adjust(each, { type, amt, tax, description, invoice });
  });
  if (!posted) throw new Error('nothing was adjusted');
  const made = { kind: type, posted, customerId, description, reason, invoiceId: invoiceId ?? null };
  return recordAdjustment(tx, call, draft, { made, previews });
}

/** Under the lock of the service. */
async function creditedInvoice(tx: Tx, serviceId: number, invoiceId: number): Promise<CreditedInvoice> {
  const invoice = await readCredited(tx, { serviceId, invoiceId });
  if (!invoice) throw notFound('invoice', invoiceId);
  if (!invoice.net.greaterThan(0))
    throw badParameter('invoiceid', `invoice ${invoiceId} is not above 0, so nothing of it can be credited`);
  return invoice;
}
