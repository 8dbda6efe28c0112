import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { Actor } from '../../../core/access/actor.ts';
import type { Call } from '../../../core/call.ts';
import { badParameter } from '../../../core/fault.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { nextId } from '../../../db/sql.ts';
import { preview, previewOf } from '../billing/preview.ts';
import { bankReference, checkReferenceDay } from './bank-reference.ts';
import { lockOfReference } from './duplicates.ts';
import { findPayable } from './payable.ts';
import { insertPayments, preparePayment, takePayment } from './received.ts';
import { parts } from './several/parts.ts';
import { receiveForCustomer, severalOutcome } from './several/receive.ts';
import { PAYMENT_MODES } from './vocabulary.ts';

/** A payment for a service, or for several of a customer. `payment_date` is the ISP's day; default today. */
export const newPayment = z.strictObject({
  serviceid: wire.id().optional(),
  customerid: wire.id().optional(),
  amt: wire.money(),
  mode: wire.oneOf(PAYMENT_MODES),
  allocation: wire.oneOf(['Oldest']).optional(),
  parts: parts().optional(),
  advance_to: wire.id().optional(),
  payment_date: wire.ymd().optional(),
  ...bankReference,
  allow_duplicate: wire.flagYN().default(false),
  preview: wire.flagYN().default(false),
});

/** `duplicate_of`: the payment that has the same reference; the real call is then refused without `allow_duplicate`. */
const paymentPreview = preview.extend({ duplicate_of: wire.id().nullable() });

/** The number of the receipt, which is the id of a payment for one service; or the requested preview. */
export const paymentOutcome = z.union([wire.count(), paymentPreview, severalOutcome.options[1]]);

type NewPayment = z.output<typeof newPayment>;
type Outcome = z.output<typeof paymentOutcome>;

/** Records a payment: it pays the oldest invoice first, the rest is an advance. */
export async function receivePayment(
  tx: Tx,
  call: Call & { readonly actor: Actor },
  { serviceid, customerid, allocation, parts, advance_to, ...payment }: NewPayment,
): Promise<Outcome> {
  const amt = new Decimal(payment.amt);
  if (amt.isZero()) throw badParameter('amt', 'must be above 0');
  checkReferenceDay(payment.ref_date);
  if (customerid !== undefined) {
    if (serviceid !== undefined) throw badParameter('customerid', 'cannot be given together with serviceid');
    if (parts && allocation) throw badParameter('parts', 'cannot be given together with allocation');
    return receiveForCustomer(tx, call, { customerid, parts, advance_to, ...payment }, amt);
  }
  if (serviceid === undefined) throw badParameter('serviceid', 'is required unless customerid is given');
  const only = { allocation, parts, advance_to };
  for (const name of ['allocation', 'parts', 'advance_to'] as const)
    if (only[name] !== undefined) throw badParameter(name, 'needs customerid');
  const service = await findPayable(tx, call.scope, serviceid, lockOfReference(payment));
  const prepared = await preparePayment(tx, call, payment, [service]);
  const taking = takePayment(tx, call, prepared, ([draft]) => (draft ? [{ draft, amt }] : []));
  // In one round trip with what the change reads.
  const [taken, id] = await Promise.all([taking, payment.preview ? undefined : nextId(tx, 'crm.payment')]);
  await taken.checkCash();
  const [part] = taken.parts;
  if (!part) throw new Error('nothing was paid');
  if (id === undefined)
    return { ...(await previewOf(tx, call.scope, part.draft)), duplicate_of: taken.same?.id ?? null };
  insertPayments(tx, call, prepared, [{ ...part, id }]);
  return id;
}
