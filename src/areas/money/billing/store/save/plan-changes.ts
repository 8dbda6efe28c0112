import { insert, update } from '../../../../../db/write.ts';
import type { Saving } from './saving.ts';

/** Saves pending changes that were applied or replaced, and new ones, which are applied at once or pending. */
export function savePlanChanges({ tx, drafts }: Saving): void {
  const resolved = drafts.flatMap(({ resolvedChanges, context: { now } }) =>
    resolvedChanges.flatMap(({ change, status }) =>
      change.id === undefined ? [] : [{ id: change.id, status, appliedAt: status === 'Applied' ? now : null }],
    ),
  );
  update(tx, 'crm.plan_change', resolved);
  const created = drafts.flatMap((draft) => draft.planChanges.map((each) => ({ ...each, draft })));
  const rows = created.map(({ change, schedule, draft }) => {
    const pending = draft.subscription.pending === change;
    return {
      ispId: draft.subscription.ispId,
      serviceId: draft.subscription.id,
      planId: change.offer.planId,
      subPlanId: change.offer.subPlanId,
      schedule,
      status: pending ? 'Pending' : 'Applied',
      appliedAt: pending ? null : draft.context.now,
      createdBy: draft.context.by,
    };
  });
  insert(tx, 'crm.plan_change', rows);
}
