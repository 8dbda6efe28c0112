import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { type Fault, notFound } from '../../../core/fault.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { type Changed, changeSubscriptions } from '../../money/billing/change-many.ts';
import { ACTIONS, act } from '../../money/billing/life-cycle/table.ts';
import type { Draft } from '../../money/billing/model/draft.ts';
import { movedWallet, preview, previewsOf, usedCredits } from '../../money/billing/preview.ts';
import { total } from '../../money/billing/pricing/amounts.ts';
import { recountUsage } from '../../money/usage/recount.ts';
import { previewParameter } from './outcome.ts';

/** Bounds how long one call holds its locks. */
const MAX_SERVICES = 100;

/** `service/action` for several services. */
export const manyActions = z.strictObject({
  serviceids: wire.csv(wire.id(), { max: MAX_SERVICES }),
  action: wire.oneOf(ACTIONS),
  ...previewParameter,
});

type ManyActions = z.output<typeof manyActions>;

/** Sums may exceed the limit of a single amount. */
const amount = () => wire.asStored(wire.money({ min: -wire.MAX_MONEY }));

export const manyOutcomes = z.object({
  accepted: wire.count(),
  refused: wire.count(),
  /** Sums of what the accepted ones are charged. */
  ...{ amt: amount(), discount: amount(), tax: amount(), total: amount() },
  /** Sum of their new invoices. */
  invoiced: amount(),
  /** Credits of the ISP that they use; null for resellers, who do not see them. */
  credits: amount().nullable(),
  /** Of the franchisees that are charged or credited. */
  wallets: z.array(z.object({ resellerid: wire.id(), before: amount(), after: amount() })),
  /** In the order of the call. */
  services: z.array(
    z.object({
      serviceid: wire.id(),
      ok: wire.flagYN(),
      /** The sentence that `service/action` refuses it with. */
      error: wire.shown().nullable(),
      /** Null if it is refused, or if no preview is wanted. */
      preview: preview.nullable(),
    }),
  ),
});

/**
 * One action on several services in one transaction. Each is accepted or refused on its own, as if the calls were made one after
 * the other in the order of the ids of the services; an error that is no refusal undoes all of them.
 * @throws Fault of kind `notFound` if none of the services is in the caller's scope
 */
export async function actOnServices(tx: Tx, call: Call, input: ManyActions): Promise<z.output<typeof manyOutcomes>> {
  const { serviceids: serviceIds, action, preview: isPreview } = input;
  const changed = await changeSubscriptions(tx, call, { serviceIds, preview: isPreview }, (draft) =>
    act(draft, action),
  );
  const { drafts, refusals } = changed;
  const [first = 0] = serviceIds;
  if (drafts.size + refusals.size === 0) throw notFound('service', first);
  const accepted = [...drafts.values()];
  if (action === 'update_usage' && !isPreview)
    await Promise.all(accepted.map(({ subscription }) => recountUsage(tx, subscription.id, call.scope)));
  const previews = isPreview ? await previewsOf(tx, call.scope, accepted) : [];
  const shown = new Map(accepted.map((draft, at) => [draft.subscription.id, previews[at] ?? null]));
  return {
    accepted: accepted.length,
    refused: serviceIds.length - accepted.length,
    ...sumsOf(accepted),
    credits: usedCredits(call.scope, accepted),
    wallets: walletsOf(accepted),
    services: serviceIds.map((serviceid) => ({
      serviceid,
      ok: drafts.has(serviceid),
      error: refusalOf(changed, serviceid)?.message ?? null,
      preview: shown.get(serviceid) ?? null,
    })),
  };
}

const refusalOf = ({ drafts, refusals }: Changed, serviceId: number): Fault | undefined =>
  drafts.has(serviceId) ? undefined : (refusals.get(serviceId) ?? notFound('service', serviceId));

function sumsOf(drafts: readonly Draft[]) {
  const lines = drafts.flatMap(({ charges }) => charges.map(({ line }) => line));
  const sum = (part: 'amt' | 'discount' | 'tax' | 'total') => total(lines.map((line) => line[part])).toFixed(2);
  const invoices = drafts.flatMap((draft) => draft.invoices.map(({ invoice }) => invoice.total));
  return {
    ...{ amt: sum('amt'), discount: sum('discount'), tax: sum('tax'), total: sum('total') },
    invoiced: total(invoices).toFixed(2),
  };
}

/** Each wallet before the first draft that moved it, and after the last. */
function walletsOf(drafts: readonly Draft[]) {
  const wallets = new Map<number, { resellerid: number; before: string; after: string }>();
  for (const draft of drafts) {
    const moved = movedWallet(draft);
    if (!moved || !draft.seller) continue;
    const { resellerId: resellerid } = draft.seller;
    wallets.set(resellerid, {
      resellerid,
      before: wallets.get(resellerid)?.before ?? moved.before,
      after: moved.after,
    });
  }
  return [...wallets.values()];
}
