import { Decimal } from 'decimal.js';
import { z } from 'zod';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import type { Draft } from './model/draft.ts';
import { total } from './pricing/amounts.ts';

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

type Preview = z.output<typeof preview>;

export async function previewOf(tx: Tx, draft: Draft): Promise<Preview> {
  const [shown] = await previewsOf(tx, [draft]);
  if (!shown) throw new Error('a draft has no preview');
  return shown;
}

/** The previews of several drafts, in their order. */
export async function previewsOf(tx: Tx, drafts: readonly Draft[]): Promise<Preview[]> {
  const affected = drafts.filter(({ sessions }) => sessions !== null).map(({ subscription }) => subscription.id);
  const counted =
    affected.length === 0
      ? []
      : await query<{ id: number; sessions: number }>(
          tx,
          sql`SELECT service_id AS id, count(*)::int AS sessions FROM radius.session
              WHERE service_id = ANY(${affected}::int[]) AND ended_at IS NULL GROUP BY service_id`,
        );
  const sessions = new Map(counted.map((each) => [each.id, each.sessions]));
  return drafts.map((draft) => shownOf(draft, sessions.get(draft.subscription.id) ?? 0));
}

function shownOf(draft: Draft, sessions: number): Preview {
  const { subscription, charges, invoices, credits } = draft;
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
    wallet: movedWallet(draft),
    credits: total(credits.map(({ months }) => new Decimal(months))).toFixed(2),
    sessions,
  };
}

/** The seller's wallet before the draft moved it, and after; null if it does not. */
export function movedWallet({ walletTxns }: Draft): Preview['wallet'] {
  const [first, last] = [walletTxns[0], walletTxns.at(-1)];
  if (!first || !last) return null;
  return { before: first.balance.minus(first.amt).toFixed(2), after: last.balance.toFixed(2) };
}
