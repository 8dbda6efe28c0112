import type { Tx } from '../../../../db/database.ts';
import { insertRows, nextIds, updateRows } from '../../../../db/sql.ts';
import type { Draft } from '../../model/draft.ts';

/** Saves pending changes that were applied or replaced, and new ones, which are applied at once or pending. */
export async function savePlanChanges(tx: Tx, drafts: readonly Draft[]): Promise<void> {
  const now = drafts[0]?.context.now;
  const resolved = drafts.flatMap(({ resolvedChanges }) =>
    resolvedChanges.flatMap(({ change, status }) =>
      change.id === undefined ? [] : [{ id: change.id, status, applied_at: status === 'Applied' ? now : null }],
    ),
  );
  await updateRows(tx, 'crm.plan_change', resolved);
  const created = drafts.flatMap((draft) => draft.planChanges.map((each) => ({ ...each, draft })));
  const ids = await nextIds(tx, 'crm.plan_change', created.length);
  const rows = created.map(({ change, schedule, draft }, at) => {
    const pending = draft.subscription.pending === change;
    change.id = ids[at] ?? 0;
    return {
      id: change.id,
      isp_id: draft.subscription.ispId,
      service_id: draft.subscription.id,
      plan_id: change.offer.planId,
      sub_plan_id: change.offer.subPlanId,
      schedule,
      status: pending ? 'Pending' : 'Applied',
      applied_at: pending ? null : now,
      created_by: draft.context.by,
    };
  });
  await insertRows(tx, 'crm.plan_change', rows);
}
