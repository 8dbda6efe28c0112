import { insertion, send } from '../../../../../db/sql.ts';
import { bytesOf } from '../../../usage/caps.ts';
import { addLevel1Volume } from '../../../usage/period.ts';
import type { Saving } from './saving.ts';

export function saveTopups({ tx, drafts }: Saving): void {
  const bought = drafts.flatMap((draft) => draft.topups.map((topup) => ({ draft, ...topup })));
  const rows = bought.map(({ draft, period, topupPlanId, type, gb, amt }) => ({
    isp_id: draft.subscription.ispId,
    reseller_id: draft.subscription.resellerId,
    service_id: draft.subscription.id,
    topup_plan_id: topupPlanId,
    period_id: period.id,
    type,
    gb: gb.toFixed(3),
    amt: amt.toFixed(2),
    bytes_total: bytesOf(gb),
    bytes_used: 0,
    created_by: draft.context.by,
  }));
  send(tx, insertion('crm.topup', rows));
  for (const { draft, gb } of bought) send(tx, addLevel1Volume(draft.subscription.id, bytesOf(gb)));
}
