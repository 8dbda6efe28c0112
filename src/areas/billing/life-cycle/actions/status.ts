import { addDays } from '../../../../core/zone.ts';
import type { ServiceStatus } from '../../../services/vocabulary.ts';
import type { Draft } from '../../model/draft.ts';

/** Moves a service to a status of its own accord; `Suspend` and `NewRequest` have rules of their own. */
export function become(draft: Draft, status: Extract<ServiceStatus, 'Active' | 'NP' | 'NPD'>): void {
  const { subscription, isp, occasion } = draft;
  const before = subscription.status;
  subscription.status = status;
  subscription.promiseUpto = null;
  if (status !== 'NP') subscription.graceUpto = null;
  else subscription.graceUpto ??= addDays(occasion.today, isp.graceDays);
  if (status === 'NPD' && before !== 'NPD') draft.disconnect();
  else draft.refresh();
}

/** @returns whether there was any access to end */
export function cutOff(draft: Draft): boolean {
  const { status } = draft.subscription;
  if (status !== 'Active' && status !== 'NP') return false;
  become(draft, 'NPD');
  return true;
}
