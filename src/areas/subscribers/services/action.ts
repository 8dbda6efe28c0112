import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { id, oneOf } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { changeServiceStatus } from '../../money/billing/change.ts';
import { ACTIONS, act, actOnStatus, isStatusAction, type StatusAction } from '../../money/billing/life-cycle/table.ts';
import { recountUsage } from '../../money/usage/recount.ts';
import { previewParameter, runOrPreview } from './outcome.ts';

/** Contract 4.14. */
export const serviceAction = z.strictObject({ serviceid: id(), action: oneOf(ACTIONS), ...previewParameter });

export async function actOnService(tx: Tx, call: Call, input: z.output<typeof serviceAction>) {
  const { serviceid: serviceId, preview, action } = input;
  // A preview shows the money, too.
  if (!preview && isStatusAction(action)) return changeStatusOnly(tx, call, serviceId, action);
  return runOrPreview(tx, call, { serviceId, preview }, (draft) => act(draft, action));
}

/** The usage is locked and read in the round trip of the service, after it. */
async function changeStatusOnly(tx: Tx, call: Call, serviceId: number, action: StatusAction): Promise<'Done'> {
  const counts = action === 'update_usage';
  const changing = changeServiceStatus(tx, call, { serviceId, ignoresTime: counts }, (draft) =>
    actOnStatus(draft, action),
  );
  const counting = counts ? recountUsage(tx, serviceId, call.scope) : undefined;
  await Promise.all([changing, counting]);
  return 'Done';
}
