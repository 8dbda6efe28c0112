import { amountText } from '../../../../../core/money.ts';
import { send } from '../../../../../db/sql.ts';
import { insert } from '../../../../../db/write.ts';
import { bytesOf } from '../../../usage/caps.ts';
import { addLevel1Volume } from '../../../usage/period.ts';
import { idOf } from './saved-id.ts';
import type { Saving } from './saving.ts';

export function saveTopups({ tx, drafts }: Saving): void {
  const bought = drafts.flatMap((draft) => draft.topups.map((topup) => ({ draft, ...topup })));
  const rows = bought.map(({ draft, period, topupPlanId, type, gb, amt }) => ({
    ispId: draft.subscription.ispId,
    resellerId: draft.subscription.resellerId,
    serviceId: draft.subscription.id,
    topupPlanId: topupPlanId,
    periodId: idOf(period),
    type,
    gb: gb.toFixed(3),
    amt: amountText(amt),
    bytesTotal: bytesOf(gb),
    bytesUsed: 0,
    createdBy: draft.context.by,
  }));
  insert(tx, 'crm.topup', rows);
  for (const { draft, gb } of bought) send(tx, addLevel1Volume(draft.subscription.id, bytesOf(gb)));
}
