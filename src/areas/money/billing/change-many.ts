import type { Call } from '../../../core/call.ts';
import { Fault } from '../../../core/fault.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { scopeConditions, serviceScope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { join, query, type Sql, sql } from '../../../db/sql.ts';
import { readOnTime } from './catch-up.ts';
import { callerOf, refuseLimits } from './change.ts';
import type { Draft } from './model/draft.ts';
import { saveDrafts } from './store/save/save-drafts.ts';

/** The drafts that a rule was applied to, and why it refused the others, both by service. */
export interface Changed {
  readonly drafts: ReadonlyMap<number, Draft>;
  readonly refusals: ReadonlyMap<number, Fault>;
}

/**
 * Applies a rule to several services of the caller's scope, each on its own: one that is refused leaves the others as they are,
 * and takes nothing from the wallets and credits that they share. All are saved together. Locks are taken as by any change, ISP
 * by ISP; a service that is not in the scope is in neither map.
 * @throws what is no Fault; nothing is changed then
 */
export async function changeSubscriptions(
  tx: Tx,
  { scope, kernel }: Pick<Call, 'scope' | 'kernel'>,
  { serviceIds, preview }: { readonly serviceIds: readonly number[]; readonly preview: boolean },
  rule: (draft: Draft) => void,
): Promise<Changed> {
  const drafts = new Map<number, Draft>();
  const refusals = new Map<number, Fault>();
  for (const ispId of await ispsOf(tx, scope, serviceIds)) {
    const where = sql`${whereOwned(scope, serviceIds)} AND s.isp_id = ${ispId}`;
    const changed: Draft[] = [];
    const wanted = { where, ...callerOf(scope), now: kernel.clock.now() };
    for (const draft of await readOnTime(tx, wanted, { saves: !preview })) {
      const refusal = apply(rule, draft);
      const { id } = draft.subscription;
      if (refusal) refusals.set(id, refusal);
      else {
        drafts.set(id, draft);
        changed.push(draft);
      }
    }
    if (!preview) await saveDrafts(tx, changed);
  }
  return { drafts, refusals };
}

function whereOwned(scope: Scope, serviceIds: readonly number[]): Sql {
  const conditions = [sql`s.id = ANY(${[...serviceIds]}::int[])`, ...scopeConditions(scope, serviceScope('s'))];
  return join(conditions, ' AND ');
}

/** Only the server administrator sees services of several ISPs. */
async function ispsOf(tx: Tx, scope: Scope, serviceIds: readonly number[]): Promise<number[]> {
  if (scope.ispId !== null) return [scope.ispId];
  const rows = await query<{ ispId: number }>(
    tx,
    sql`SELECT DISTINCT s.isp_id AS "ispId" FROM crm.service s WHERE ${whereOwned(scope, serviceIds)} ORDER BY 1`,
  );
  return rows.map(({ ispId }) => ispId);
}

/** Why the rule refuses the draft; null if it does not. A refused draft must not be used. */
function apply(rule: (draft: Draft) => void, draft: Draft): Fault | null {
  const { balances } = draft;
  const [wallets, credits] = [[...balances.wallets], balances.credits];
  try {
    rule(draft);
    refuseLimits(draft);
    return null;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    for (const [id, wallet] of wallets) balances.wallets.set(id, wallet);
    balances.credits = credits;
    return error;
  }
}
