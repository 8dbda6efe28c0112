import { Fault } from '../../../../core/fault.ts';
import { addDays } from '../../../../core/zone.ts';
import { refusalOfCharge, refuse } from '../../charging/charge.ts';
import { issueInvoice } from '../../charging/invoicing.ts';
import {
  applyPending,
  chargeInstallation,
  chargePeriod,
  installationLines,
  linesOf,
  nextOffer,
  nextPeriod,
  openPeriod,
  refusalOfOpening,
} from '../../charging/opening.ts';
import type { Draft } from '../../model/draft.ts';
import { dueOf, isClear, overdue } from '../../model/dues.ts';
import type { Day, Offer, Period } from '../../model/subscription.ts';
import { type PricedLine, sumOfLines } from '../../pricing/price.ts';
import { bill, billEnded } from './bill.ts';
import { cutBefore } from './end-periods.ts';
import { become } from './status.ts';

/** Opens the next validity, as the service is paid for. */
export function renew(draft: Draft): void {
  const { prepaid, status } = draft.subscription;
  if (prepaid) renewPrepaid(draft);
  else if (status === 'NewRequest') begin(draft, draft.occasion.today);
  else if (status === 'NPD') renewUnpaid(draft);
  else closeToday(draft);
}

/** What the next prepaid validity would be: when, and at what price. Early it starts behind the present one, late today. */
function quote(draft: Draft): { period: Period; offer: Offer; lines: PricedLine[]; installation: PricedLine[] } {
  const { subscription, occasion } = draft;
  const { validUpto } = subscription;
  const startsOn = validUpto !== null && validUpto >= occasion.today ? addDays(validUpto, 1) : occasion.today;
  const offer = nextOffer(subscription);
  const period = nextPeriod(startsOn, subscription, offer);
  const lines = [...unbilledLines(draft), ...linesOf(draft, period, offer)];
  return { period, offer, lines, installation: installationLines(draft) };
}

/** What the newest period costs where it is charged behind: it began postpaid. */
function unbilledLines(draft: Draft): PricedLine[] {
  const { period } = draft.subscription;
  return period === null || period.billed ? [] : linesOf(draft, period);
}

/** Why the newest period cannot be billed: what was used is owed, but a franchisee's wallet has to bear it. */
export function refusalOfEnd(draft: Draft): string | null {
  return refusalOfCharge(draft, unbilledLines(draft), { limited: false });
}

/** Is the next prepaid validity paid for in advance? */
function covered(draft: Draft): boolean {
  const { lines, installation } = quote(draft);
  const price = sumOfLines(lines, 'total').plus(sumOfLines(installation, 'total'));
  return draft.subscription.osAmt.negated().greaterThanOrEqualTo(price);
}

/** Why the next prepaid validity cannot be opened; null where it can. */
function refusalOfRenewal(draft: Draft): string | null {
  const { period, offer, lines, installation } = quote(draft);
  return refusalOfOpening(draft, period, { lines: [...lines, ...installation], offer });
}

function renewPrepaid(draft: Draft): void {
  refuse(refusalOfRenewal(draft));
  const { period, installation } = quote(draft);
  bill(draft);
  applyPending(draft);
  openPeriod(draft, period);
  chargePeriod(draft, period);
  chargeInstallation(draft, installation);
  issueInvoice(draft);
  become(draft, 'Active');
}

export function renewIfCovered(draft: Draft): boolean {
  if (!covered(draft) || refusalOfRenewal(draft) !== null) return false;
  renewPrepaid(draft);
  return true;
}

/** The first period of a postpaid service: only the installation is charged now. */
export function begin(draft: Draft, startsOn: Day): void {
  const installation = installationLines(draft);
  applyPending(draft);
  const period = nextPeriod(startsOn, draft.subscription);
  refuse(refusalOfOpening(draft, period, { lines: installation }));
  openPeriod(draft, period);
  chargeInstallation(draft, installation);
  become(draft, 'Active');
}

function renewUnpaid(draft: Draft): void {
  const { subscription } = draft;
  if (!isClear(subscription)) {
    const due = dueOf(subscription);
    const what = due.isZero() ? `${subscription.osAmt.toFixed(2)} is outstanding` : `${due.toFixed(2)} is due`;
    throw new Fault('conflict', `action: ${what} on service ${subscription.id}; it is renewed once paid`);
  }
  resume(draft);
}

export const isOver = ({ subscription: { validUpto }, occasion }: Draft): boolean =>
  validUpto !== null && validUpto < occasion.today;

/** Why a service cannot be let on; null where it can. */
export function refusalOfResuming(draft: Draft): string | null {
  if (!isOver(draft)) return null;
  const offer = nextOffer(draft.subscription);
  const period = nextPeriod(draft.occasion.today, draft.subscription, offer);
  return refusalOfEnd(draft) ?? refusalOfOpening(draft, period, { offer });
}

/** Back to Active, with a new period where the last one is over. */
export function resume(draft: Draft): void {
  refuse(refusalOfResuming(draft));
  if (isOver(draft)) {
    billEnded(draft);
    reopen(draft, draft.occasion.today);
  }
  become(draft, 'Active');
}

/** Ends the period with today, bills and invoices it, and begins the next one tomorrow. */
function closeToday(draft: Draft): void {
  const { subscription, occasion } = draft;
  const tomorrow = addDays(occasion.today, 1);
  if (subscription.period && subscription.period.startsOn > occasion.today)
    throw new Fault(
      'conflict',
      `action: the next period of service ${subscription.id} begins on ${subscription.period.startsOn}`,
    );
  cutBefore(draft, tomorrow);
  issueInvoice(draft);
  reopen(draft, tomorrow);
  if (subscription.status === 'NP' && overdue(subscription, occasion.today).length === 0) become(draft, 'Active');
  else draft.refresh();
}

/** The next postpaid period; it is charged when it ends. */
export function reopen(draft: Draft, startsOn: Day): void {
  applyPending(draft);
  const period = nextPeriod(startsOn, draft.subscription);
  refuse(refusalOfOpening(draft, period, {}));
  openPeriod(draft, period);
}
