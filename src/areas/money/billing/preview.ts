import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { amountText } from '../../../core/money.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import type { Draft, DraftCharge } from './model/draft.ts';
import type { Offer, Subscription } from './model/subscription.ts';
import { type OfferNames, readOfferNames } from './preview-names.ts';
import { total } from './pricing/amounts.ts';

/** A sum may exceed the limit of a single amount. */
const amount = () => wire.asStored(wire.money({ min: -wire.MAX_MONEY }));

/** A plan and a sub plan, with their names. */
const offered = () => ({
  planid: wire.id(),
  planname: wire.shown(),
  subplanid: wire.id(),
  subplanname: wire.shown(),
});

/** Where a service stands, before a change and after it. */
const standing = () => ({
  status: wire.shown(),
  ...offered(),
  /** What the next bill changes the plan to. */
  next_plan: z.object(offered()).nullable(),
  valid_from: wire.ymd().nullable(),
  valid_upto: wire.ymd().nullable(),
  /** The last day of a promise to pay. */
  promise_upto: wire.ymd().nullable(),
  os_amt: amount(),
});

/** The outcome of a change that was not saved. */
export const preview = z.object({
  ...standing(),
  /** Null: the service does not exist yet. */
  before: z.object(standing()).nullable(),
  /** The days of the period that the change opens; null: it opens none. */
  opens: z.object({ from: wire.ymd(), upto: wire.ymd() }).nullable(),
  charges: z.array(
    z.object({
      /** `plan`, `plan_credit` (unused days), `installation`, `topup`, `adjustment`, `bounce_fee`, `late_fee` or `late_fee_return`. */
      kind: wire.shown(),
      description: wire.shown(),
      /** Of the price list; `description` may add to it. */
      item: wire.shown(),
      /** The days that a price of a plan is for, or is credited for. */
      from: wire.ymd().nullable(),
      upto: wire.ymd().nullable(),
      ...{ amt: amount(), discount: amount(), tax: amount(), total: amount() },
    }),
  ),
  invoices: z.array(z.object({ total: amount(), due_date: wire.ymd() })),
  /** Of the franchisee that sells the service; null if none is charged or credited. */
  wallet: z.object({ before: amount(), after: amount() }).nullable(),
  /** Credits of the ISP that are used; below 0 those that are returned. Null for resellers, who do not see them. */
  credits: amount().nullable(),
  /** Open sessions that would be changed or disconnected. */
  sessions: wire.count(),
});

type Preview = z.output<typeof preview>;
type Standing = NonNullable<Preview['before']>;

export async function previewOf(tx: Tx, scope: Scope, draft: Draft): Promise<Preview> {
  const [shown] = await previewsOf(tx, scope, [draft]);
  if (!shown) throw new Error('a draft has no preview');
  return shown;
}

/** The previews of several drafts, in their order. */
export async function previewsOf(tx: Tx, scope: Scope, drafts: readonly Draft[]): Promise<Preview[]> {
  const [sessions, names] = await Promise.all([countSessions(tx, drafts), readOfferNames(tx, drafts)]);
  return drafts.map((draft) => ({
    ...standingOf(draft.subscription, names),
    before: standingOf(draft.stored.subscription, names),
    opens: openedBy(draft),
    charges: draft.charges.map(chargeOf),
    invoices: draft.invoices.map(({ invoice }) => ({ total: amountText(invoice.total), due_date: invoice.dueOn })),
    wallet: movedWallet(draft),
    credits: usedCredits(scope, [draft]),
    sessions: sessions.get(draft.subscription.id) ?? 0,
  }));
}

/** Open sessions by service, of those whose sessions are affected. */
async function countSessions(tx: Tx, drafts: readonly Draft[]): Promise<ReadonlyMap<number, number>> {
  const affected = drafts.filter(({ sessions }) => sessions !== null).map(({ subscription }) => subscription.id);
  if (affected.length === 0) return new Map();
  const counted = await query<{ id: number; sessions: number }>(
    tx,
    sql`SELECT service_id AS id, count(*)::int AS sessions FROM radius.session
        WHERE service_id = ANY(${affected}::int[]) AND ended_at IS NULL GROUP BY service_id`,
  );
  return new Map(counted.map((each) => [each.id, each.sessions]));
}

function standingOf(subscription: Subscription, names: OfferNames): Standing {
  const { status, offer, pending, validFrom, validUpto, promiseUpto, osAmt } = subscription;
  return {
    status,
    ...offeredOf(offer, names),
    next_plan: pending && offeredOf(pending.offer, names),
    valid_from: validFrom,
    valid_upto: validUpto,
    promise_upto: promiseUpto,
    os_amt: amountText(osAmt),
  };
}

const offeredOf = ({ planId, subPlanId }: Offer, { plans, subPlans }: OfferNames) => ({
  planid: planId,
  planname: plans.get(planId) ?? '',
  subplanid: subPlanId,
  subplanname: subPlans.get(subPlanId) ?? '',
});

function openedBy({ subscription: { period }, stored }: Draft): Preview['opens'] {
  return period === null || stored.periods.has(period) ? null : { from: period.startsOn, upto: period.endsOn };
}

const chargeOf = ({ kind, line, covers }: DraftCharge): Preview['charges'][number] => ({
  kind,
  description: line.description,
  item: line.revenue,
  from: covers?.from ?? null,
  upto: covers?.upto ?? null,
  amt: amountText(line.amt),
  discount: amountText(line.discount),
  tax: amountText(line.tax),
  total: amountText(line.total),
});

/** Credits of the ISP that the drafts use, for its own staff; null for those of a reseller. */
export function usedCredits({ resellerId }: Scope, drafts: readonly Draft[]): string | null {
  if (resellerId !== null) return null;
  return amountText(total(drafts.flatMap(({ credits }) => credits.map(({ months }) => new Decimal(months)))));
}

/** The seller's wallet before the draft moved it, and after; null if it does not. */
export function movedWallet({ walletTxns }: Draft): Preview['wallet'] {
  const [first, last] = [walletTxns[0], walletTxns.at(-1)];
  if (!first || !last) return null;
  return { before: amountText(first.balance.minus(first.amt)), after: amountText(last.balance) };
}
