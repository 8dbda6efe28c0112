import type { Call } from '../../../core/call.ts';
import { notFound } from '../../../core/fault.ts';
import { scopeConditions, serviceScope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { join, sql } from '../../../db/sql.ts';
import { readOnTime } from './catch-up.ts';
import { callerOf, refuseLimits } from './change.ts';
import type { Draft } from './model/draft.ts';
import { saveDrafts } from './store/save/save-drafts.ts';

interface Together {
  /** Of one ISP. */
  readonly serviceIds: readonly [number, number];
  /** Saves nothing. */
  readonly preview: boolean;
}

/**
 * Applies a rule to two services of the caller's scope at once: either both are changed, or none is. They are locked in the order
 * of their ids, whichever is named first.
 * @throws Fault of kind `notFound` if one is not in the scope; what the rule throws; or a Fault of kind `conflict` if a limit forbids the outcome
 */
export async function changeTogether(
  tx: Tx,
  { scope, kernel }: Pick<Call, 'scope' | 'kernel'>,
  { serviceIds, preview }: Together,
  rule: (drafts: readonly [Draft, Draft]) => void,
): Promise<readonly [Draft, Draft]> {
  const conditions = [sql`s.id = ANY(${[...serviceIds]}::int[])`, ...scopeConditions(scope, serviceScope('s'))];
  const wanted = { where: join(conditions, ' AND '), ...callerOf(scope), now: kernel.clock.now() };
  const read = await readOnTime(tx, wanted, { saves: !preview });
  const find = (id: number): Draft => {
    const draft = read.find(({ subscription }) => subscription.id === id);
    if (!draft) throw notFound('service', id);
    return draft;
  };
  const drafts = [find(serviceIds[0]), find(serviceIds[1])] as const;
  rule(drafts);
  for (const draft of drafts) refuseLimits(draft);
  if (!preview) await saveDrafts(tx, read);
  return drafts;
}
