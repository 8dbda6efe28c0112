import { daysFrom, fallsOnAnchor, periodFrom, type Validity, wholeDaysTo } from '../model/calendar.ts';
import type { Draft } from '../model/draft.ts';
import { receivedAfter } from '../model/later-receipts.ts';
import type { Day, Offer, Period, Subscription } from '../model/subscription.ts';
import { type PricedLine, priced, taxationOf } from '../pricing/price.ts';
import { taxationOfSale } from '../pricing/sale.ts';
import { type Charges, charge, refusalOfCharge } from './charge.ts';
import { takeCredits } from './credits.ts';
import { soldTerms } from './sold-terms.ts';

/**
 * The validity of an offer that starts on a day. Without a billing start day the anchor is the day of renewal: the previous
 * anchor if the start falls on it, so that the 31st does not drift, else the day of the start (contract 4.14).
 */
export function validityFrom(startsOn: Day, { billingStartDay, anchorDay }: Subscription, offer: Offer): Validity {
  const renewalDay = anchorDay !== null && fallsOnAnchor(startsOn, anchorDay) ? anchorDay : Number(startsOn.slice(8));
  return { length: offer.length, unit: offer.unit, anchorDay: billingStartDay === 0 ? renewalDay : billingStartDay };
}

/** The period that would start on a day. */
export function nextPeriod(draft: Draft, startsOn: Day, offer = draft.subscription.offer): Period {
  const validity = validityFrom(startsOn, draft.subscription, offer);
  const { endsOn, stub } = periodFrom(startsOn, validity);
  return periodOf(draft, offer, { startsOn, endsOn, stub, ofDays: stub ? wholeDaysTo(endsOn, validity) : undefined });
}

/** A period under the terms of today. */
export function periodOf(
  draft: Draft,
  offer: Offer,
  { startsOn, endsOn, stub, ofDays }: { startsOn: Day; endsOn: Day; stub: boolean; ofDays: number | undefined },
): Period {
  return {
    planId: offer.planId,
    subPlanId: offer.subPlanId,
    sold: soldTerms(draft, offer),
    startsOn,
    endsOn,
    stub,
    ofDays: ofDays ?? daysFrom(startsOn, endsOn),
    frozenDays: 0,
    billed: false,
    voided: false,
    charged: [],
    commission: null,
    reduced: null,
    credits: 0,
    promised: false,
  };
}

/** The price of a period, under the terms that it was opened with. */
export function periodLines({ isp }: Draft, period: Period): PricedLine[] {
  const { items, discount, taxes } = period.sold;
  const days = daysFrom(period.startsOn, period.endsOn) - period.frozenDays;
  return priced(items, {
    discount,
    share: { days, ofDays: period.ofDays },
    taxation: taxationOfSale(taxes, isp.sale),
  });
}

/** The price of an offer for the whole of its validity, under the terms of today. */
export function offerLines(draft: Draft, offer: Offer): PricedLine[] {
  const { today } = draft.context;
  return periodLines(draft, periodOf(draft, offer, { startsOn: today, endsOn: today, stub: false, ofDays: 1 }));
}

export function installationLines({ subscription, isp }: Draft): PricedLine[] {
  const items =
    subscription.period === null ? [{ description: 'Installation', amt: subscription.installationAmt }] : [];
  return priced(items, { taxation: taxationOf(isp.taxation, 'installation') });
}

/** Why a period may not be opened and what is charged with it may not be; null if it may. */
export function refusalOfOpening(
  draft: Draft,
  period: Period,
  { charges, offer = draft.subscription.offer }: { charges: readonly Charges[]; offer?: Offer },
): string | null {
  const { isp, balances, movements, context } = draft;
  const credits = balances.credits.minus(receivedAfter(context.today, movements.credits));
  if (isp.limitsCredits && credits.lessThan(creditMonths(period, offer)))
    return context.ofReseller
      ? 'the ISP cannot open a new period at the moment; please contact the ISP'
      : `ISP ${isp.ispId} has no credits left`;
  return refusalOfCharge(draft, charges);
}

/** Opens a period with its own validity and usage, and uses the ISP's credits for its months. */
export function openPeriod(draft: Draft, period: Period): void {
  const { subscription, context } = draft;
  const validity = validityFrom(period.startsOn, subscription, subscription.offer);
  takeCredits(draft, period, creditMonths(period, subscription.offer));
  subscription.anchorDay = validity.anchorDay;
  // A service that is renewed early has been valid without a gap.
  if (subscription.validFrom === null || period.startsOn <= context.today) subscription.validFrom = period.startsOn;
  makeNewest(draft, period, 'restart');
}

/** Makes a period the newest one of the service, which determines its validity. */
export function makeNewest(draft: Draft, period: Period, usage: 'restart' | 'continue'): void {
  const { subscription } = draft;
  subscription.period = period;
  subscription.periods.push(period);
  subscription.validUpto = period.endsOn;
  subscription.billed = false;
  draft.usage = usage === 'restart' ? usage : (draft.usage ?? usage);
}

/** Charges a period, once: `planned`, or its price. */
export function chargePeriod(draft: Draft, period: Period, planned?: readonly PricedLine[]): void {
  if (period.billed) return;
  const lines = planned ?? periodLines(draft, period);
  period.commission = charge(draft, {
    ...{ kind: 'plan', period, lines, covers: { from: period.startsOn, upto: period.endsOn } },
  });
  period.charged = lines;
  period.billed = true;
  if (draft.subscription.period === period) draft.subscription.billed = true;
}

export function chargeInstallation(draft: Draft, lines: readonly PricedLine[]): void {
  charge(draft, { kind: 'installation', period: draft.subscription.period, lines });
}

/** An ISP buys credits for service-months; a part of a month counts as one. */
function creditMonths({ stub }: Period, { length, unit }: Offer): number {
  if (unit === 'Month') return stub ? 1 : length;
  return Math.ceil(length / 30);
}

/** The offer of the next period: that of the pending plan change, or the current one. */
export const nextOffer = ({ pending, offer }: Subscription): Offer => pending?.offer ?? offer;

/** Applies the plan change that waited for this bill, if there is one. */
export function applyPending(draft: Draft): void {
  const { subscription } = draft;
  if (!subscription.pending) return;
  draft.resolvedChanges.push({ change: subscription.pending, status: 'Applied' });
  subscription.offer = subscription.pending.offer;
  subscription.pending = null;
}
