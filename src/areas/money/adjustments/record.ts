import { z } from 'zod';
import type { Actor } from '../../../core/access/actor.ts';
import type { Call } from '../../../core/call.ts';
import { amountText } from '../../../core/money.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { nextId } from '../../../db/sql.ts';
import { insert } from '../../../db/write.ts';
import type { Posted } from '../billing/life-cycle/actions/adjust.ts';
import { bookingDayOf } from '../billing/model/booking-day.ts';
import type { Draft } from '../billing/model/draft.ts';
import { preview, previewOf } from '../billing/preview.ts';
import { checkDailyLimit } from './limit.ts';
import type { AdjustmentKind, REFUND_MODES } from './vocabulary.ts';

export type Adjusting = Call & { readonly actor: Actor };

/** The id of the adjustment, or the requested preview. */
export const adjustmentOutcome = z.union([wire.count(), preview]);

export interface Made {
  readonly kind: AdjustmentKind;
  readonly posted: Posted;
  readonly customerId: number;
  /** What the subscriber reads. */
  readonly description: string;
  readonly reason: string;
  readonly invoiceId?: number | null;
  readonly paidOut?: {
    readonly mode: (typeof REFUND_MODES)[number];
    readonly refNo: string | null;
    readonly refDate: string | null;
    readonly refBank: string | null;
  };
}

/**
 * Notes who adjusted the money of a service, and why, within the caller's daily limit. The draft was saved before, unless a
 * preview is wanted: then only the limit is checked.
 * @throws Fault of kind `conflict` above the limit
 */
export async function recordAdjustment(
  tx: Tx,
  { actor, scope }: Adjusting,
  draft: Draft,
  { made, previews = false }: { readonly made: Made; readonly previews?: boolean },
): Promise<z.output<typeof adjustmentOutcome>> {
  const { ispId } = draft.subscription;
  await checkDailyLimit(tx, actor, { ispId, day: bookingDayOf(draft), amt: made.posted.amt });
  if (previews) return previewOf(tx, scope, draft);
  const id = await nextId(tx, 'crm.adjustment');
  insertAdjustment(tx, { scope }, { id, draft, made });
  return id;
}

/** The row of an adjustment, whose draft was saved before. */
export function insertAdjustment(
  tx: Tx,
  { scope }: Pick<Call, 'scope'>,
  { id, draft, made }: { readonly id: number; readonly draft: Draft; readonly made: Made },
): void {
  const { posted, paidOut, invoiceId, ...shown } = made;
  const { ispId, resellerId, id: serviceId } = draft.subscription;
  const adjustment = {
    ...{ id, ispId, resellerId, serviceId, ...shown, ...paidOut },
    amt: amountText(posted.amt),
    tax: amountText(posted.tax),
    invoiceId: invoiceId ?? null,
    postedOn: bookingDayOf(draft),
    entryId: posted.entry.id ?? 0n,
    createdBy: scope.by,
  };
  insert(tx, 'crm.adjustment', [adjustment]);
}
