import type { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { Actor } from '../../../../core/access/actor.ts';
import type { Call } from '../../../../core/call.ts';
import { badParameter } from '../../../../core/fault.ts';
import { amountText } from '../../../../core/money.ts';
import * as wire from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { nextIds } from '../../../../db/sql.ts';
import { insert } from '../../../../db/write.ts';
import { preview, previewsOf } from '../../billing/preview.ts';
import { lockOfReference } from '../duplicates.ts';
import { findPayables } from '../payable.ts';
import { insertPayments, type Payment, preparePayment, takePayment } from '../received.ts';
import { allocateOldest, allocateParts, checkParts } from './allocate.ts';

/** What a service that gets a part would be. */
const partPreview = preview.extend({
  serviceid: wire.id(),
  username: wire.shown(),
  /** What it gets. */
  amt: wire.asStored(wire.money()),
  duplicate_of: wire.id().nullable(),
});

/** The number of the receipt, or the requested preview of each part. */
export const severalOutcome = z.union([wire.count(), z.array(partPreview)]);

interface Several extends Payment {
  readonly customerid: number;
  readonly parts?: readonly { readonly serviceid: number; readonly amt: string }[] | undefined;
  readonly advance_to?: number | undefined;
}

/** Records one payment for several services of a customer: as a whole, with one receipt, or not at all. */
export async function receiveForCustomer(
  tx: Tx,
  call: Call & { readonly actor: Actor },
  { customerid, parts, advance_to, ...payment }: Several,
  amt: Decimal,
): Promise<z.output<typeof severalOutcome>> {
  if (parts && advance_to !== undefined) throw badParameter('advance_to', 'cannot be given together with parts');
  if (parts) checkParts(parts, amt);
  const services = await findPayables(tx, call.scope, customerid, lockOfReference(payment));
  const prepared = await preparePayment(tx, call, payment, services);
  const taken = await takePayment(tx, call, prepared, (drafts) =>
    parts ? allocateParts(drafts, parts) : allocateOldest(drafts, amt, advance_to),
  );
  await taken.checkCash();
  if (payment.preview) {
    const previews = await previewsOf(
      tx,
      call.scope,
      taken.parts.map(({ draft }) => draft),
    );
    return taken.parts.flatMap(({ draft: { subscription }, amt: paid }, at) => {
      const shown = previews[at];
      const { id: serviceid, username } = subscription;
      return shown
        ? { ...shown, serviceid, username, amt: amountText(paid), duplicate_of: taken.same?.id ?? null }
        : [];
    });
  }
  // Receipts have numbers of payments, which are the numbers of the receipts of single ones.
  const ids = await nextIds(tx, { 'crm.payment': taken.parts.length + 1 });
  const receiptId = ids.next('crm.payment');
  const [{ ispId }] = services;
  insert(tx, 'crm.receipt', [{ id: receiptId, ispId, customerId: customerid, createdBy: call.scope.by }]);
  const numbered = taken.parts.map((each) => ({ ...each, id: ids.next('crm.payment') }));
  insertPayments(tx, call, prepared, numbered, receiptId);
  return receiptId;
}
