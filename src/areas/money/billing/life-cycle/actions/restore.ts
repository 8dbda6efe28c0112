import { parameterFault } from '../../../../../core/fault.ts';
import { addDays } from '../../../../../core/zone.ts';
import type { Draft } from '../../model/draft.ts';
import { isClear } from '../../model/dues.ts';
import { reactivate } from './payment.ts';
import { isExpired } from './plan-renewal.ts';
import { resume } from './renew.ts';
import { changeStatus } from './status.ts';
import { endSuspension } from './suspension.ts';

/** Ends a suspension, or resumes an unpaid service: for good if nothing is due and it is valid, else on a promise to pay. */
export function restore(draft: Draft): void {
  const { subscription } = draft;
  if (subscription.status === 'Suspend') {
    endSuspension(draft);
    // If it had expired before, an advance paid during the suspension counts now.
    if (isExpired(draft)) reactivate(draft);
    return;
  }
  if (isClear(draft) && !(subscription.prepaid && isExpired(draft))) resume(draft);
  else promise(draft);
}

/** Takes a promise to pay; one per period. */
function promise(draft: Draft): void {
  const { subscription, isp, context } = draft;
  const { period } = subscription;
  if (isp.promiseDays === 0 || period === null)
    throw parameterFault(
      'conflict',
      'action',
      `service ${subscription.id} is not paid, and its ISP accepts no promise to pay`,
    );
  if (period.promised)
    throw parameterFault(
      'conflict',
      'action',
      `service ${subscription.id} was already restored on a promise to pay in this period`,
    );
  const upto = addDays(context.today, isp.promiseDays);
  period.promised = true;
  draft.promises.push({ period, upto });
  changeStatus(draft, 'Active');
  subscription.promiseUpto = upto;
}
