import { badParameter, Fault } from '../../../core/fault.ts';
import { nextPeriod } from '../../money/billing/charging/opening.ts';
import { planFirstPeriod } from '../../money/billing/life-cycle/actions/plan-renewal.ts';
import { begin, renewIfCovered } from '../../money/billing/life-cycle/actions/renew.ts';
import type { Draft } from '../../money/billing/model/draft.ts';

/**
 * Starts the first period of a new service: postpaid from `bill_from`, prepaid if the first charge is covered. Until then, and
 * while `bill_from` is in the future, it stays NewRequest.
 */
export function activate(draft: Draft): void {
  const { subscription, context } = draft;
  refuseAfterLastDate(draft);
  if (subscription.billFrom > context.today) return;
  if (subscription.prepaid) {
    renewIfCovered(draft);
    return;
  }
  begin(draft, planFirstPeriod(draft, subscription.billFrom));
  const { validUpto } = subscription;
  if (validUpto !== null && validUpto < context.today)
    throw badParameter('bill_from', `the period from ${subscription.billFrom} ended on ${validUpto}; give a later day`);
}

/** A period in the future is opened by a job on its first day, when there is no caller to refuse it to. */
function refuseAfterLastDate(draft: Draft): void {
  try {
    nextPeriod(draft, draft.subscription.billFrom);
  } catch (error) {
    throw error instanceof Fault ? badParameter('bill_from', error.message) : error;
  }
}
