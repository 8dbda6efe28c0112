import type { Decimal } from 'decimal.js';
import { Fault } from '../../../../../core/fault.ts';
import { addDays } from '../../../../../core/zone.ts';
import { periodLines } from '../../charging/opening.ts';
import { daysFrom } from '../../model/calendar.ts';
import type { Draft } from '../../model/draft.ts';
import type { Period } from '../../model/subscription.ts';
import { rounded } from '../../pricing/amounts.ts';
import { sumOfLines } from '../../pricing/price.ts';
import { reducedBy } from '../../pricing/reduction.ts';
import { adjust, type Posted } from './adjust.ts';
import { isExpired } from './plan-renewal.ts';

export interface WantedCompensation {
  /** Above 0. */
  readonly days: number;
  /** A credit for prepaid services too, instead of a longer validity. */
  readonly inMoney: boolean;
  /** What the subscriber reads. */
  readonly description: string;
}

/** What a service was given; `posted` is null if its validity was extended. */
export interface Compensated {
  readonly days: number;
  readonly posted: Posted | null;
}

/**
 * Gives a service something for days on which the network failed it: a prepaid one that runs is valid for as many days longer,
 * which cost nothing; any other is credited their share of the price of its period.
 * @throws Fault of kind `conflict` if that is nothing
 */
export function compensate(draft: Draft, { days, inMoney, description }: WantedCompensation): Compensated {
  const period = newestPeriod(draft);
  if (!inMoney && draft.subscription.prepaid && isRunning(draft)) {
    extendValidity(draft, period, days);
    return { days, posted: null };
  }
  const amt = priceOfDays(draft, period, days);
  if (!amt.greaterThan(0)) throw new Fault('conflict', 'its period costs nothing');
  // Under a scheme a taxed credit must name its invoice, which a running postpaid period does not have yet.
  const tax = draft.isp.taxation.scheme ? 'None' : 'Inclusive';
  return { days, posted: adjust(draft, { type: 'Credit', amt, tax, description, invoice: null }) };
}

function newestPeriod({ subscription: { id, period, status } }: Draft): Period {
  if (period === null || period.voided || status === 'NewRequest')
    throw new Fault('conflict', `service ${id} has no period`);
  return period;
}

/** The days of a validity that a suspension has frozen are still to come. */
const isRunning = (draft: Draft): boolean => {
  const { subscription, isp } = draft;
  return !isExpired(draft) || (subscription.status === 'Suspend' && isp.freezesSuspended);
};

/** As a frozen suspension does: days at the end that cost nothing. */
function extendValidity(draft: Draft, period: Period, days: number): void {
  period.frozenDays += days;
  period.endsOn = addDays(period.endsOn, days);
  draft.subscription.validUpto = period.endsOn;
  draft.refresh();
}

/** With tax. What was given up of its invoice since is not credited again. */
function priceOfDays(draft: Draft, period: Period, days: number): Decimal {
  const lines = period.billed
    ? reducedBy(period.reduced, { lines: period.charged, commission: null }).lines
    : periodLines(draft, period);
  const length = daysFrom(period.startsOn, period.endsOn) - period.frozenDays;
  return rounded(sumOfLines(lines, 'total').times(Math.min(days, length)).div(length));
}
