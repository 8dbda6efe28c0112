import { badParameter, Fault } from '../../core/fault.ts';
import { nextPeriod } from '../billing/charging/opening.ts';
import { planFirstPeriod } from '../billing/life-cycle/actions/plan-renewal.ts';
import { begin, renewIfCovered } from '../billing/life-cycle/actions/renew.ts';
import type { Draft } from '../billing/model/draft.ts';

/**
 * Begins a new service: postpaid on its `bill_from`, prepaid where its first charge is covered. It stays NewRequest while
 * `bill_from` lies ahead, and until it is paid for.
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

/** A first period that lies ahead is opened when its day has come, and there is nobody to refuse it to then. */
function refuseAfterLastDate({ subscription }: Draft): void {
  try {
    nextPeriod(subscription.billFrom, subscription);
  } catch (error) {
    throw error instanceof Fault ? badParameter('bill_from', error.message) : error;
  }
}
