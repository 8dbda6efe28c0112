import { insertion, send, update } from '../../../../../db/sql.ts';
import type { Saving } from './saving.ts';

/** Saves pending changes that were applied or replaced, and new ones, which are applied at once or pending. */
export function savePlanChanges({ tx, drafts }: Saving): void {
  const now = drafts[0]?.context.now;
  const resolved = drafts.flatMap(({ resolvedChanges }) =>
    resolvedChanges.flatMap(({ change, status }) =>
      change.id === undefined ? [] : [{ id: change.id, status, applied_at: status === 'Applied' ? now : null }],
    ),
  );
  send(tx, update('crm.plan_change', resolved));
  const created = drafts.flatMap((draft) => draft.planChanges.map((each) => ({ ...each, draft })));
  const rows = created.map(({ change, schedule, draft }) => {
    const pending = draft.subscription.pending === change;
    return {
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
  send(tx, insertion('crm.plan_change', rows));
}
