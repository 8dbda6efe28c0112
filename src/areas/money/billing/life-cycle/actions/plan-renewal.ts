import { addDays } from '../../../../../core/zone.ts';
import { type Charges, refusalOfCharge } from '../../charging/charge.ts';
import { installationLines, nextOffer, nextPeriod, periodLines, refusalOfOpening } from '../../charging/opening.ts';
import type { Draft } from '../../model/draft.ts';
import type { Day, Period } from '../../model/subscription.ts';
import { type PricedLine, sumOfLines } from '../../pricing/price.ts';

/** A period that can be opened next. Planning changes nothing; a plan is valid until the draft changes. */
export interface PlannedPeriod {
  readonly period: Period;
  /** Charged when the period opens; empty except for the first period of a service. */
  readonly installation: readonly PricedLine[];
  /** Why the period may not be opened; null if it may. */
  readonly refusal: string | null;
}

/** The next prepaid validity, which is charged when it opens. */
export interface Renewal extends PlannedPeriod {
  /** The price of the period. */
  readonly lines: readonly PricedLine[];
  /** The advance pays for it and for everything charged with it. */
  readonly covered: boolean;
}

/** Plans the next prepaid validity: from the day after the current one if that is still running, else from today. */
export function planRenewal(draft: Draft): Renewal {
  const { subscription, context } = draft;
  const { validUpto, osAmt } = subscription;
  const startsOn = validUpto !== null && validUpto >= context.today ? addDays(validUpto, 1) : context.today;
  const offer = nextOffer(subscription);
  const period = nextPeriod(draft, startsOn, offer);
  const lines = periodLines(draft, period);
  const installation = installationLines(draft);
  const charges = [...unbilled(draft), { period, lines }, { period, lines: installation }];
  const price = sumOfLines(
    charges.flatMap((each) => each.lines),
    'total',
  );
  return {
    period,
    lines,
    installation,
    covered: osAmt.negated().greaterThanOrEqualTo(price),
    refusal: refusalOfOpening(draft, period, { charges, offer }),
  };
}

/** Plans the first period of a postpaid service, which is charged when it ends; only the installation is charged at once. */
export function planFirstPeriod(draft: Draft, startsOn: Day): PlannedPeriod {
  return planPostpaid(draft, startsOn, installationLines(draft));
}

/** Plans the next postpaid period. */
export function planNextPeriod(draft: Draft, startsOn: Day): PlannedPeriod {
  return planPostpaid(draft, startsOn, []);
}

function planPostpaid(draft: Draft, startsOn: Day, installation: readonly PricedLine[]): PlannedPeriod {
  const offer = nextOffer(draft.subscription);
  const period = nextPeriod(draft, startsOn, offer);
  const charges = [{ period, lines: installation }];
  return { period, installation, refusal: refusalOfOpening(draft, period, { charges, offer }) };
}

/** How a service becomes Active again. */
export interface Resumption {
  /** The period to open if the last one is over. */
  readonly next: PlannedPeriod | null;
  readonly refusal: string | null;
}

export function planResumption(draft: Draft): Resumption {
  if (!isExpired(draft)) return { next: null, refusal: null };
  const next = planNextPeriod(draft, draft.context.today);
  return { next, refusal: refusalOfEnd(draft) ?? next.refusal };
}

export const isExpired = ({ subscription: { validUpto }, context }: Draft): boolean =>
  validUpto !== null && validUpto < context.today;

/**
 * Why the newest period cannot be billed; null if it can. Its days were used, so the credit limit of the service does not
 * apply, but the limit of a franchisee's wallet does.
 */
export function refusalOfEnd(draft: Draft): string | null {
  return refusalOfCharge(draft, unbilled(draft), { limited: false });
}

/** The price of the newest period if it has not been charged yet: it began postpaid. */
function unbilled(draft: Draft): Charges[] {
  const { period } = draft.subscription;
  return period === null || period.billed ? [] : [{ period, lines: periodLines(draft, period) }];
}
