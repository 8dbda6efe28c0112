import { Fault } from '../../../../core/fault.ts';
import { addDays } from '../../../../core/zone.ts';
import type { Draft } from '../../model/draft.ts';
import { isClear } from '../../model/dues.ts';
import { reactivate } from './payment.ts';
import { isExpired } from './plan-renewal.ts';
import { resume } from './renew.ts';
import { become } from './status.ts';
import { release } from './suspension.ts';

/** Ends a hold; or lets an unpaid service on: for good where nothing is due and its validity runs, else on a promise to pay. */
export function restore(draft: Draft): void {
  const { subscription } = draft;
  if (subscription.status === 'Suspend') {
    release(draft);
    // Where its validity was over when it was held, what was paid meanwhile counts now.
    if (isExpired(draft)) reactivate(draft);
    return;
  }
  if (isClear(subscription) && !(subscription.prepaid && isExpired(draft))) resume(draft);
  else promise(draft);
}

/** One promise to pay in a period. */
function promise(draft: Draft): void {
  const { subscription, isp, occasion } = draft;
  const { period } = subscription;
  if (isp.promiseDays === 0 || period === null)
    throw new Fault('conflict', `action: service ${subscription.id} is not paid, and its ISP takes no promise to pay`);
  if (period.promised)
    throw new Fault(
      'conflict',
      `action: service ${subscription.id} was restored on a promise to pay in this period already`,
    );
  const upto = addDays(occasion.today, isp.promiseDays);
  period.promised = true;
  draft.promises.push({ period, upto });
  become(draft, 'Active');
  subscription.promiseUpto = upto;
}
