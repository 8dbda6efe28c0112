import type { Call } from '../../../core/call.ts';
import { notFound } from '../../../core/fault.ts';
import { type Scope, scopeConditions, serviceScope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { join, type Sql, sql } from '../../../db/sql.ts';
import { readOnTime } from './catch-up.ts';
import { refusalOfBalance, refusalOfWallet, refuse } from './charging/charge.ts';
import { isLate } from './life-cycle/time/next-day.ts';
import type { Draft } from './model/draft.ts';
import type { StatusDraft } from './model/status-draft.ts';
import { readDrafts } from './store/read-drafts.ts';
import { saveDrafts } from './store/save/save-drafts.ts';
import { readStatus, saveStatus } from './store/status.ts';

/** The services `s` that a caller may change; the deleted ones only if they are wanted. */
function whereOwned(scope: Scope, serviceId: number, { includeDeleted = false } = {}): Sql {
  const { deleted, ...owned } = serviceScope('s');
  const columns = includeDeleted ? owned : { ...owned, deleted };
  return join([sql`s.id = ${serviceId}`, ...scopeConditions(scope, columns)], ' AND ');
}

/** Who makes a change, as rules know it. */
export const callerOf = ({ by, resellerId }: Scope) => ({ by, ofReseller: resellerId !== null });

export interface Change {
  readonly serviceId: number;
  /** Saves nothing. */
  readonly preview?: boolean;
  /** It was made in this transaction, so that it has missed nothing. */
  readonly isNew?: boolean;
  /** Also a deleted service: its money can still move. */
  readonly includeDeleted?: boolean;
  /** Also read paid invoices, so that a payment can be reversed. */
  readonly includePaidInvoices?: boolean;
  /** It has happened already, and is recorded whatever the limits of the balance and the wallet are. */
  readonly ignoreLimits?: boolean;
}

/**
 * Applies a rule to a service of the caller's scope and saves the outcome as a whole. A rule may wait for what its caller has
 * asked the database for, and that travels with the reads of the service.
 * @returns the draft, which a preview is made of
 * @throws Fault of kind `notFound` if the service is not in the scope; what the rule throws; or a Fault of kind `conflict` if a limit forbids the outcome; nothing is changed then
 */
export async function changeSubscription(
  tx: Tx,
  { scope, kernel }: Pick<Call, 'scope' | 'kernel'>,
  change: Change,
  rule: (draft: Draft) => void | Promise<void>,
): Promise<Draft> {
  const { serviceId, preview = false, isNew = false, includeDeleted = false } = change;
  const { includePaidInvoices = false, ignoreLimits = false } = change;
  const where = whereOwned(scope, serviceId, { includeDeleted });
  const wanted = { where, ...callerOf(scope), now: kernel.clock.now(), includePaidInvoices };
  const [draft] = isNew ? await readDrafts(tx, wanted) : await readOnTime(tx, wanted, { saves: !preview });
  if (!draft) throw notFound('service', serviceId);
  await rule(draft);
  if (!ignoreLimits) refuseLimits(draft);
  if (!preview) await saveDrafts(tx, [draft]);
  return draft;
}

/** @throws Fault of kind `conflict` if a balance would exceed its limit */
export function refuseLimits(draft: Draft): void {
  refuse(refusalOfWallet(draft) ?? refusalOfBalance(draft.stored.subscription.osAmt, draft.subscription.osAmt));
}

/**
 * Applies a rule that moves no money and opens no period. It reads and locks no more of the service than its status, unless it has
 * missed days. `ignoresTime`: the rule changes no status, so that it need not see them first.
 * @throws Fault of kind `notFound` if the service is not in the scope, or what the rule throws; nothing is changed then
 */
export async function changeServiceStatus(
  tx: Tx,
  { scope, kernel }: Pick<Call, 'scope' | 'kernel'>,
  { serviceId, ignoresTime = false }: { readonly serviceId: number; readonly ignoresTime?: boolean },
  rule: (draft: StatusDraft) => void,
): Promise<void> {
  const wanted = { where: whereOwned(scope, serviceId), ...callerOf(scope), now: kernel.clock.now() };
  let draft = await readStatus(tx, wanted);
  if (draft && !ignoresTime && isLate(draft)) {
    await readOnTime(tx, wanted, { saves: true });
    draft = await readStatus(tx, wanted);
  }
  if (!draft) throw notFound('service', serviceId);
  const { status } = draft.subscription;
  rule(draft);
  saveStatus(tx, draft, status);
}

/** Takes a service through the days that it has missed, if it is in the scope. */
export async function passMissedDays(tx: Tx, call: Pick<Call, 'scope' | 'kernel'>, serviceId: number): Promise<void> {
  await changeServiceStatus(tx, call, { serviceId }, () => undefined);
}
