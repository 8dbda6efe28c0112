import { send, sql } from '../../../../db/sql.ts';
import type { Subscription } from '../../model/subscription.ts';
import type { Saving } from './saving.ts';

/** The columns that billing writes. The balance is not one of them: the ledger moves it. */
const columnsOf = (subscription: Subscription) => ({
  id: subscription.id,
  plan_id: subscription.offer.planId,
  sub_plan_id: subscription.offer.subPlanId,
  period_id: subscription.period?.id ?? null,
  status: subscription.status,
  status_before: subscription.statusBefore,
  grace_upto: subscription.graceUpto,
  promise_upto: subscription.promiseUpto,
  valid_from: subscription.validFrom,
  valid_upto: subscription.validUpto,
  anchor_day: subscription.anchorDay,
  billed: subscription.billed,
});

export function saveServices({ tx, drafts }: Saving): void {
  const changed = drafts.filter(
    ({ subscription, stored }) =>
      JSON.stringify(columnsOf(subscription)) !== JSON.stringify(columnsOf(stored.subscription)),
  );
  const [first] = changed;
  if (!first) return;
  const { now, by } = first.context;
  const rows = changed.map(({ subscription }) => columnsOf(subscription));
  send(
    tx,
    sql`UPDATE crm.service s SET plan_id = d.plan_id, sub_plan_id = d.sub_plan_id, period_id = d.period_id,
          status = d.status, status_before = d.status_before, grace_upto = d.grace_upto, promise_upto = d.promise_upto,
          valid_from = d.valid_from, valid_upto = d.valid_upto, anchor_day = d.anchor_day, billed = d.billed,
          suspended_at = CASE WHEN d.status = 'Suspend' THEN coalesce(s.suspended_at, ${now}::timestamptz) END,
          status_at = CASE WHEN s.status = d.status THEN s.status_at ELSE ${now}::timestamptz END,
          updated_at = now(), updated_by = ${by}
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS d (id int, plan_id int, sub_plan_id int, period_id int,
          status text, status_before text, grace_upto date, promise_upto date, valid_from date, valid_upto date,
          anchor_day int, billed boolean)
        WHERE s.id = d.id`,
  );
}
