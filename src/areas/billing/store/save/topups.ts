import type { Tx } from '../../../../db/database.ts';
import { insertRows, nextIds } from '../../../../db/sql.ts';
import { bytesOf } from '../../../usage/caps.ts';
import { addLevel1Volume } from '../../../usage/period.ts';
import type { Draft } from '../../model/draft.ts';

export async function saveTopups(tx: Tx, drafts: readonly Draft[]): Promise<void> {
  const bought = drafts.flatMap((draft) => draft.topups.map((topup) => ({ draft, ...topup })));
  const ids = await nextIds(tx, 'crm.topup', bought.length);
  const rows = bought.map(({ draft, period, topupPlanId, type, gb, amt }, at) => ({
    id: ids[at],
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
  await insertRows(tx, 'crm.topup', rows);
  for (const { draft, gb } of bought) await addLevel1Volume(tx, draft.subscription.id, bytesOf(gb));
}
