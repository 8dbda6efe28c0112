import { parameterFault } from '../../../../../core/fault.ts';
import { amountText } from '../../../../../core/money.ts';
import { addDays } from '../../../../../core/zone.ts';
import { refuse } from '../../charging/charge.ts';
import { issueInvoice } from '../../charging/invoicing.ts';
import { applyPending, chargeInstallation, chargePeriod, openPeriod } from '../../charging/opening.ts';
import type { Draft } from '../../model/draft.ts';
import { dueOf, isClear, overdue } from '../../model/dues.ts';
import { bill, billEnded } from './bill.ts';
import { endPeriodsBefore } from './end-periods.ts';
import {
  type PlannedPeriod,
  planFirstPeriod,
  planNextPeriod,
  planRenewal,
  planResumption,
  type Renewal,
  type Resumption,
} from './plan-renewal.ts';
import { changeStatus } from './status.ts';

/** Opens the next validity, prepaid or postpaid. */
export function renew(draft: Draft): void {
  const { prepaid, status } = draft.subscription;
  if (prepaid) renewPrepaid(draft);
  else if (status === 'NewRequest') begin(draft, planFirstPeriod(draft, draft.context.today));
  else if (status === 'NPD') renewUnpaid(draft);
  else endPeriodToday(draft);
}

function renewPrepaid(draft: Draft): void {
  const plan = planRenewal(draft);
  refuse(plan.refusal);
  openRenewal(draft, plan);
}

/** @returns whether it was renewed */
export function renewIfCovered(draft: Draft): boolean {
  const plan = planRenewal(draft);
  draft.subscription.renewalRefused = plan.covered && plan.refusal !== null;
  if (!plan.covered || plan.refusal !== null) return false;
  openRenewal(draft, plan);
  return true;
}

function openRenewal(draft: Draft, { period, lines, installation }: Renewal): void {
  draft.subscription.renewalRefused = false;
  bill(draft);
  applyPending(draft);
  openPeriod(draft, period);
  chargePeriod(draft, period, lines);
  chargeInstallation(draft, installation);
  issueInvoice(draft);
  changeStatus(draft, 'Active');
}

/** Opens the first period of a postpaid service. */
export function begin(draft: Draft, { period, installation, refusal }: PlannedPeriod): void {
  refuse(refusal);
  applyPending(draft);
  openPeriod(draft, period);
  chargeInstallation(draft, installation);
  changeStatus(draft, 'Active');
}

function renewUnpaid(draft: Draft): void {
  const { subscription } = draft;
  if (!isClear(draft)) {
    const due = dueOf(subscription);
    const what = due.isZero() ? `${amountText(subscription.osAmt)} is outstanding` : `${amountText(due)} is due`;
    throw parameterFault('conflict', 'action', `${what} on service ${subscription.id}; it renews after payment`);
  }
  resume(draft);
}

/** Makes the service Active again, with a new period if the last one is over. */
export function resume(draft: Draft): void {
  const plan = planResumption(draft);
  refuse(plan.refusal);
  applyResumption(draft, plan);
}

export function resumeIfPossible(draft: Draft): void {
  const plan = planResumption(draft);
  draft.subscription.renewalRefused = plan.refusal !== null;
  if (plan.refusal === null) applyResumption(draft, plan);
}

function applyResumption(draft: Draft, { next }: Resumption): void {
  draft.subscription.renewalRefused = false;
  if (next) {
    billEnded(draft);
    openNextPeriod(draft, next);
  }
  changeStatus(draft, 'Active');
}

/** Ends the period with today, bills and invoices it, and opens the next one from tomorrow. */
function endPeriodToday(draft: Draft): void {
  const { subscription, context } = draft;
  const tomorrow = addDays(context.today, 1);
  if (subscription.period && subscription.period.startsOn > context.today)
    throw parameterFault(
      'conflict',
      'action',
      `the next period of service ${subscription.id} begins on ${subscription.period.startsOn}`,
    );
  endPeriodsBefore(draft, tomorrow);
  issueInvoice(draft);
  openNextPeriod(draft, planNextPeriod(draft, tomorrow));
  if (subscription.status === 'NP' && overdue(draft, context.today).length === 0) changeStatus(draft, 'Active');
  else draft.refresh();
}

/** Opens the next postpaid period. */
export function openNextPeriod(draft: Draft, { period, refusal }: PlannedPeriod): void {
  refuse(refusal);
  applyPending(draft);
  openPeriod(draft, period);
}
