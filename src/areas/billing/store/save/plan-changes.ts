import type { Tx } from '../../../../db/database.ts';
import { insertRows, nextIds, updateRows } from '../../../../db/sql.ts';
import type { Draft } from '../../model/draft.ts';

/** What became of changes that waited, and the new ones: applied at once, or waiting. */
export async function savePlanChanges(tx: Tx, drafts: readonly Draft[]): Promise<void> {
  const now = drafts[0]?.occasion.now;
  const settled = drafts.flatMap(({ settledChanges }) =>
    settledChanges.flatMap(({ change, status }) =>
      change.id === undefined ? [] : [{ id: change.id, status, applied_at: status === 'Applied' ? now : null }],
    ),
  );
  await updateRows(tx, 'crm.plan_change', settled);
  const made = drafts.flatMap((draft) => draft.planChanges.map((each) => ({ ...each, draft })));
  const ids = await nextIds(tx, 'crm.plan_change', made.length);
  const rows = made.map(({ change, schedule, draft }, at) => {
    const waits = draft.subscription.pending === change;
    change.id = ids[at] ?? 0;
    return {
      id: change.id,
      isp_id: draft.subscription.ispId,
      service_id: draft.subscription.id,
      plan_id: change.offer.planId,
      sub_plan_id: change.offer.subPlanId,
      schedule,
      status: waits ? 'Pending' : 'Applied',
      applied_at: waits ? null : now,
      created_by: draft.occasion.by,
    };
  });
  await insertRows(tx, 'crm.plan_change', rows);
}
