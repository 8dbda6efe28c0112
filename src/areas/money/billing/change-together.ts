import type { Call } from '../../../core/call.ts';
import { notFound } from '../../../core/fault.ts';
import { scopeConditions, serviceScope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { join, type Sql, sql } from '../../../db/sql.ts';
import { readOnTime } from './catch-up.ts';
import { callerOf, refuseLimits } from './change.ts';
import type { Draft } from './model/draft.ts';
import { saveDrafts } from './store/save/save-drafts.ts';

interface Together<Ids extends readonly number[]> {
  /** Of one ISP. */
  readonly serviceIds: Ids;
  /** Saves nothing. */
  readonly preview: boolean;
  /** Also deleted services: their money can still move. */
  readonly includeDeleted?: boolean;
}

/** A draft for each id. */
type DraftsOf<Ids extends readonly number[]> = { readonly [I in keyof Ids]: Draft };

/**
 * Applies a rule to services of the caller's scope at once: either all of them are changed, or none is. They are locked in the order
 * of their ids, whichever is named first. A rule may wait, as that of `changeSubscription`.
 * @throws Fault of kind `notFound` if one is not in the scope; what the rule throws; or a Fault of kind `conflict` if a limit forbids the outcome
 */
export async function changeTogether<const Ids extends readonly number[]>(
  tx: Tx,
  { scope, kernel }: Pick<Call, 'scope' | 'kernel'>,
  { serviceIds, preview, includeDeleted = false }: Together<Ids>,
  rule: (drafts: DraftsOf<Ids>) => void | Promise<void>,
): Promise<DraftsOf<Ids>> {
  const { deleted, ...owned } = serviceScope('s');
  const columns = includeDeleted ? owned : { ...owned, deleted };
  const conditions = [oneOf(serviceIds), ...scopeConditions(scope, columns)];
  const wanted = { where: join(conditions, ' AND '), ...callerOf(scope), now: kernel.clock.now() };
  const read = await readOnTime(tx, wanted, { saves: !preview });
  const found = serviceIds.map((id) => {
    const draft = read.find(({ subscription }) => subscription.id === id);
    if (!draft) throw notFound('service', id);
    return draft;
  });
  const drafts = found as unknown as DraftsOf<Ids>;
  await rule(drafts);
  for (const draft of found) refuseLimits(draft);
  // Of several to choose from, a rule may have left some as they were.
  if (!preview) await saveDrafts(tx, read.filter(isChanged));
  return drafts;
}

/** A single service is found by its key, whatever the planner expects of a list. */
const oneOf = (ids: readonly number[]): Sql =>
  ids.length === 1 ? sql`s.id = ${ids[0]}` : sql`s.id = ANY(${[...ids]}::int[])`;

const isChanged = ({ entries, sessions, subscription, stored }: Draft): boolean =>
  entries.length > 0 || sessions !== null || subscription.status !== stored.subscription.status;
