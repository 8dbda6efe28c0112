import { Fault } from '../../../core/fault.ts';
import { addDays } from '../../../core/zone.ts';
import { refuse } from '../charge.ts';
import type { Draft } from '../draft.ts';
import { dueOf, overdue } from '../dues.ts';
import { issueInvoice } from '../invoicing.ts';
import {
  applyPending,
  chargeInstallation,
  chargePeriod,
  installationLines,
  linesOf,
  nextPeriod,
  openPeriod,
  refusalOfOpening,
} from '../opening.ts';
import { type PricedLine, sumOfLines } from '../price.ts';
import type { Day, Period } from '../subscription.ts';
import { cutBefore } from './cut.ts';
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
function quote(draft: Draft): { period: Period; lines: PricedLine[]; installation: PricedLine[] } {
  const { subscription, occasion } = draft;
  const { validUpto, pending } = subscription;
  const startsOn = validUpto !== null && validUpto >= occasion.today ? addDays(validUpto, 1) : occasion.today;
  const offer = pending?.offer ?? subscription.offer;
  const period = nextPeriod(startsOn, subscription, offer);
  return { period, lines: linesOf(draft, period, offer), installation: installationLines(draft) };
}

/** Is the next prepaid validity paid for in advance? */
export function covered(draft: Draft): boolean {
  const { lines, installation } = quote(draft);
  const price = sumOfLines(lines, 'total').plus(sumOfLines(installation, 'total'));
  return draft.subscription.osAmt.negated().greaterThanOrEqualTo(price);
}

/** Why the next prepaid validity cannot be opened; null where it can. */
export function refusalOfRenewal(draft: Draft): string | null {
  const { period, lines, installation } = quote(draft);
  return refusalOfOpening(draft, period, [...lines, ...installation]);
}

export function renewPrepaid(draft: Draft): void {
  refuse(refusalOfRenewal(draft));
  const { period, installation } = quote(draft);
  applyPending(draft);
  openPeriod(draft, period);
  chargePeriod(draft, period);
  chargeInstallation(draft, installation);
  issueInvoice(draft);
  become(draft, 'Active');
}

/** The first period of a postpaid service: only the installation is charged now. */
export function begin(draft: Draft, startsOn: Day): void {
  const installation = installationLines(draft);
  applyPending(draft);
  const period = nextPeriod(startsOn, draft.subscription);
  refuse(refusalOfOpening(draft, period, installation));
  openPeriod(draft, period);
  chargeInstallation(draft, installation);
  become(draft, 'Active');
}

function renewUnpaid(draft: Draft): void {
  const due = dueOf(draft.subscription);
  if (due.greaterThan(0))
    throw new Fault(
      'conflict',
      `action: ${due.toFixed(2)} is due on service ${draft.subscription.id}; it is renewed once paid`,
    );
  resume(draft);
}

/** Back to Active, with a new period where the last one is over. */
export function resume(draft: Draft): void {
  const { validUpto } = draft.subscription;
  if (validUpto !== null && validUpto < draft.occasion.today) reopen(draft, draft.occasion.today);
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
  refuse(refusalOfOpening(draft, period, []));
  openPeriod(draft, period);
}
