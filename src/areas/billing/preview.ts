import { Decimal } from 'decimal.js';
import { z } from 'zod';
import * as wire from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import type { Draft } from './model/draft.ts';
import { total, ZERO } from './pricing/amounts.ts';

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
  /** Of the franchisee that sells the service; null if none is charged or credited. */
  wallet: z.object({ before: amount(), after: amount() }).nullable(),
  /** Credits of the ISP that are used; below 0 those that are returned. */
  credits: amount(),
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
    wallet: walletOf(draft),
    credits: new Decimal(draft.credits.reduce((sum, { months }) => sum + months, 0)).toFixed(2),
    sessions: affected,
  };
}

/** The wallet before the draft moved it, and after. */
function walletOf({ seller, balances, walletTxns }: Draft) {
  if (!seller || walletTxns.length === 0) return null;
  const after = balances.wallets.get(seller.resellerId) ?? ZERO;
  return { before: after.minus(total(walletTxns.map(({ amt }) => amt))).toFixed(2), after: after.toFixed(2) };
}
