import type { Tx } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import type { Draft } from './model/draft.ts';

type Names = ReadonlyMap<number, string>;

export interface OfferNames {
  readonly plans: Names;
  readonly subPlans: Names;
}

/** The names of the plans that drafts had before their changes, and have or will have after them. Rules know only their ids. */
export async function readOfferNames(tx: Tx, drafts: readonly Draft[]): Promise<OfferNames> {
  const standings = drafts.flatMap(({ subscription, stored }) => [subscription, stored.subscription]);
  const offers = standings.flatMap(({ offer, pending }) => (pending ? [offer, pending.offer] : [offer]));
  const ids = [...new Set(offers.map(({ subPlanId }) => subPlanId))];
  const rows = await query<{ planId: number; plan: string; subPlanId: number; subPlan: string }>(
    tx,
    sql`SELECT p.id AS "planId", p.name AS plan, sp.id AS "subPlanId", sp.name AS "subPlan"
        FROM crm.sub_plan sp JOIN crm.plan p ON p.id = sp.plan_id WHERE sp.id = ANY(${ids}::int[])`,
  );
  return {
    plans: new Map(rows.map(({ planId, plan }) => [planId, plan])),
    subPlans: new Map(rows.map(({ subPlanId, subPlan }) => [subPlanId, subPlan])),
  };
}
