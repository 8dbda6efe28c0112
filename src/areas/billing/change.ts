import type { Call } from '../../core/call.ts';
import { notFound } from '../../core/fault.ts';
import type { Tx } from '../../db/database.ts';
import { refusalOfBalance, refusalOfWallet, refuse } from './charging/charge.ts';
import type { Draft } from './model/draft.ts';
import { readDrafts } from './store/read-drafts.ts';
import { saveDrafts } from './store/save/save-drafts.ts';

interface Change {
  readonly ispId: number;
  readonly serviceId: number;
  /** Only shows what it would do. */
  readonly preview?: boolean;
  /** Whether it lives or not: its money outlives it. */
  readonly deleted?: boolean;
  /** Also reads what was paid long ago. */
  readonly paidInvoices?: boolean;
  /** Has happened already, and is written down whether the wallet of the seller bears it or not. */
  readonly happened?: boolean;
}

/**
 * Does something to a service that is in the caller's scope, and saves it as a whole; or, for a preview, does not save it.
 * @throws whatever the rule throws; nothing is changed then
 */
export async function changeSubscription(
  tx: Tx,
  { scope, kernel }: Pick<Call, 'scope' | 'kernel'>,
  { ispId, serviceId, preview = false, deleted = false, paidInvoices = false, happened = false }: Change,
  rule: (draft: Draft) => void,
): Promise<Draft> {
  const [draft] = await readDrafts(tx, {
    ispId,
    serviceIds: [serviceId],
    now: kernel.clock.now(),
    by: scope.by,
    deleted,
    paidInvoices,
  });
  // Read a moment ago, and deleted since.
  if (!draft) throw notFound('service', serviceId);
  rule(draft);
  if (!happened) refuse(refusalOfWallet(draft) ?? refusalOfBalance(draft.read.service.osAmt, draft.subscription.osAmt));
  if (!preview) await saveDrafts(tx, [draft]);
  return draft;
}
