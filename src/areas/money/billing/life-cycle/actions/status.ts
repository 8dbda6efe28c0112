import type { ServiceStatus } from '../../../../../core/vocabulary/service.ts';
import { addDays } from '../../../../../core/zone.ts';
import type { Draft } from '../../model/draft.ts';
import type { StatusDraft } from '../../model/status-draft.ts';

/** Sets a status that follows from payment. `suspension.ts` sets `Suspend`. */
export function changeStatus(draft: StatusDraft, status: Extract<ServiceStatus, 'Active' | 'NP' | 'NPD'>): void {
  const { subscription, isp, context } = draft;
  const before = subscription.status;
  subscription.status = status;
  subscription.promiseUpto = null;
  if (status !== 'NP') subscription.graceUpto = null;
  else subscription.graceUpto ??= addDays(context.today, isp.graceDays);
  if (status === 'NPD' && before !== 'NPD') draft.disconnect();
  else draft.refresh();
}

/** What staff decide holds until a payment: a renewal that was refused before is not tried again. */
export function setByHand(draft: StatusDraft, status: 'NP' | 'NPD'): void {
  draft.subscription.renewalRefused = false;
  changeStatus(draft, status);
}

/** Ends access for non-payment. @returns whether there was access to end */
export function cutOff(draft: Draft): boolean {
  const { status } = draft.subscription;
  if (status !== 'Active' && status !== 'NP') return false;
  changeStatus(draft, 'NPD');
  return true;
}
