import { z } from 'zod';
import * as wire from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import type { Draft } from './model/draft.ts';

/** A sum may exceed the limit of a single amount. */
const amount = () => wire.asStored(wire.money({ min: -wire.MAX_MONEY }));

/** The outcome of a change that was not saved. */
export const preview = z.object({
  status: wire.shown(),
  planid: wire.id(),
  subplanid: wire.id(),
  valid_from: wire.ymd().nullable(),
  valid_upto: wire.ymd().nullable(),
  os_amt: amount(),
  charges: z.array(
    z.object({ description: wire.shown(), amt: amount(), discount: amount(), tax: amount(), total: amount() }),
  ),
  invoices: z.array(z.object({ total: amount(), due_date: wire.ymd() })),
  /** Open sessions that would be changed or disconnected. */
  sessions: wire.count(),
});

export async function previewOf(tx: Tx, draft: Draft): Promise<z.output<typeof preview>> {
  const { subscription, charges, invoices, sessions } = draft;
  const affected =
    sessions === null ? 0 : await tx.session.count({ where: { serviceId: subscription.id, endedAt: null } });
  return {
    status: subscription.status,
    planid: subscription.offer.planId,
    subplanid: subscription.offer.subPlanId,
    valid_from: subscription.validFrom,
    valid_upto: subscription.validUpto,
    os_amt: subscription.osAmt.toFixed(2),
    charges: charges.map(({ line }) => ({
      description: line.description,
      amt: line.amt.toFixed(2),
      discount: line.discount.toFixed(2),
      tax: line.tax.toFixed(2),
      total: line.total.toFixed(2),
    })),
    invoices: invoices.map(({ invoice }) => ({ total: invoice.total.toFixed(2), due_date: invoice.dueOn })),
    sessions: affected,
  };
}
