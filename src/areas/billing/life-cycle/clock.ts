import { addDays } from '../../../core/zone.ts';
import type { Draft } from '../draft.ts';
import { overdue } from '../dues.ts';
import { issueInvoice } from '../invoicing.ts';
import { chargePeriod, installationLines, nextOffer, nextPeriod, refusalOfOpening } from '../opening.ts';
import { billEnded } from './bill.ts';
import { chargeLateFees } from './late-fee.ts';
import { begin, covered, isOver, refusalOfEnd, refusalOfRenewal, renewPrepaid, reopen } from './renew.ts';
import { become } from './status.ts';

/** One thing that time does to a service. @returns whether it did it */
type Rule = (draft: Draft) => boolean;

/** In the order in which they count: what a rule changes, those behind it see. */
const RULES: readonly Rule[] = [beginDue, endPromise, endPrepaid, endPostpaid, fallDue, endGrace, passLimit];

/** More periods than lie between two turns of the clock. */
const MOST_TURNS = 1_000;

/**
 * Brings a service to the present day. Each rule looks at the facts only, so a turn that comes twice, late or on two nodes
 * does nothing more; one that is years late does what each day would have done.
 * @returns whether there was anything to do
 */
export function keepTime(draft: Draft): boolean {
  let turn = 0;
  while (turn < MOST_TURNS && RULES.some((rule) => rule(draft))) turn += 1;
  return turn > 0;
}

const promised = ({ subscription, occasion }: Draft) =>
  subscription.promiseUpto !== null && subscription.promiseUpto >= occasion.today;

function beginDue(draft: Draft): boolean {
  const { subscription, occasion } = draft;
  if (subscription.status !== 'NewRequest' || subscription.billFrom > occasion.today) return false;
  if (subscription.prepaid) return renewIfCovered(draft);
  const offer = nextOffer(subscription);
  const period = nextPeriod(occasion.today, subscription, offer);
  if (refusalOfOpening(draft, period, { lines: installationLines(draft), offer }) !== null) return false;
  begin(draft, occasion.today);
  return true;
}

export function renewIfCovered(draft: Draft): boolean {
  if (!covered(draft) || refusalOfRenewal(draft) !== null) return false;
  renewPrepaid(draft);
  return true;
}

function endPromise(draft: Draft): boolean {
  const { subscription, occasion } = draft;
  if (subscription.status !== 'Active' || subscription.promiseUpto === null || promised(draft)) return false;
  const kept = overdue(subscription, occasion.today).length === 0;
  if (subscription.prepaid || kept) {
    subscription.promiseUpto = null;
    draft.refresh();
  } else become(draft, 'NPD');
  return true;
}

function endPrepaid(draft: Draft): boolean {
  const { prepaid, status } = draft.subscription;
  if (!prepaid || (status !== 'Active' && status !== 'NP') || !isOver(draft)) return false;
  if (renewIfCovered(draft)) return true;
  if (promised(draft)) return false;
  if (refusalOfEnd(draft) === null) billEnded(draft);
  become(draft, 'NPD');
  return true;
}

/** Billed and invoiced; the next period follows without a gap, except for one who is cut off. */
function endPostpaid(draft: Draft): boolean {
  const { subscription, isp } = draft;
  const { prepaid, status, statusBefore, period } = subscription;
  const held = status === 'Suspend' && isp.freezesSuspended;
  const isOff = (status === 'Suspend' ? statusBefore : status) === 'NPD';
  if (prepaid || status === 'NewRequest' || held || !period || !isOver(draft)) return false;
  if (!period.billed) {
    if (refusalOfEnd(draft) !== null) return cutOff(draft);
    chargePeriod(draft, period);
  } else if (isOff) return false;
  // It may have been billed by hand, and not invoiced.
  issueInvoice(draft);
  if (isOff) return true;
  const offer = nextOffer(subscription);
  const next = nextPeriod(addDays(period.endsOn, 1), subscription, offer);
  if (refusalOfOpening(draft, next, { offer }) !== null) return cutOff(draft);
  reopen(draft, next.startsOn);
  draft.refresh();
  return true;
}

function cutOff(draft: Draft): boolean {
  const { status } = draft.subscription;
  if (status !== 'Active' && status !== 'NP') return false;
  become(draft, 'NPD');
  return true;
}

function fallDue(draft: Draft): boolean {
  const { subscription, occasion } = draft;
  if (subscription.prepaid || (subscription.status !== 'Active' && subscription.status !== 'NP')) return false;
  const late = overdue(subscription, occasion.today);
  if (late.length === 0) return false;
  const charged = chargeLateFees(draft, late);
  if (subscription.status === 'NP' || promised(draft)) return charged;
  become(draft, 'NP');
  return true;
}

function endGrace(draft: Draft): boolean {
  const { status, graceUpto } = draft.subscription;
  if (status !== 'NP' || graceUpto === null || graceUpto >= draft.occasion.today) return false;
  become(draft, 'NPD');
  return true;
}

function passLimit(draft: Draft): boolean {
  const { creditLimit, osAmt } = draft.subscription;
  return creditLimit !== null && osAmt.greaterThan(creditLimit) && !promised(draft) && cutOff(draft);
}
