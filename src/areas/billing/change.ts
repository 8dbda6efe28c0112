import type { Call } from '../../core/call.ts';
import { notFound } from '../../core/fault.ts';
import type { Tx } from '../../db/database.ts';
import { refusalOfBalance, refusalOfWallet, refuse } from './charging/charge.ts';
import type { Draft } from './model/draft.ts';
import { readDrafts } from './store/read-drafts.ts';
import { saveDrafts } from './store/save/save-drafts.ts';

export interface Change {
  readonly ispId: number;
  readonly serviceId: number;
  /** Saves nothing. */
  readonly preview?: boolean;
  /** Also a deleted service: its money can still move. */
  readonly includeDeleted?: boolean;
  /** Also read paid invoices, so that a payment can be reversed. */
  readonly includePaidInvoices?: boolean;
  /** It has happened already, and is recorded whatever the limits of the balance and the wallet are. */
  readonly ignoreLimits?: boolean;
}

/**
 * Applies a rule to a service and saves the outcome as a whole. The caller has checked that the service is in its scope.
 * @returns the draft, which a preview is made of
 * @throws what the rule throws, or a Fault of kind `conflict` if a limit forbids the outcome; nothing is changed then
 */
export async function changeSubscription(
  tx: Tx,
  { scope, kernel }: Pick<Call, 'scope' | 'kernel'>,
  {
    ispId,
    serviceId,
    preview = false,
    includeDeleted = false,
    includePaidInvoices = false,
    ignoreLimits = false,
  }: Change,
  rule: (draft: Draft) => void,
): Promise<Draft> {
  const [draft] = await readDrafts(tx, {
    ispId,
    serviceIds: [serviceId],
    now: kernel.clock.now(),
    by: scope.by,
    includeDeleted,
    includePaidInvoices,
  });
  // It was deleted after the caller found it.
  if (!draft) throw notFound('service', serviceId);
  rule(draft);
  if (!ignoreLimits)
    refuse(refusalOfWallet(draft) ?? refusalOfBalance(draft.stored.subscription.osAmt, draft.subscription.osAmt));
  if (!preview) await saveDrafts(tx, [draft]);
  return draft;
}
