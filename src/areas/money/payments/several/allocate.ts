import { Decimal } from 'decimal.js';
import { badParameter, notFound, parameterFault } from '../../../../core/fault.ts';
import { amountText } from '../../../../core/money.ts';
import type { Draft } from '../../billing/model/draft.ts';
import { dueOf, unpaidAmount } from '../../billing/model/dues.ts';
import { total, ZERO } from '../../billing/pricing/amounts.ts';

/** What a service gets of a payment. */
export interface Part {
  readonly draft: Draft;
  readonly amt: Decimal;
}

interface Due {
  readonly draft: Draft;
  readonly on: string;
  readonly amt: Decimal;
}

/**
 * Pays what is due, the oldest first: by the day on which it is due, then by the id of the service; then what is charged and not
 * invoiced yet. The rest goes to `advanceTo`; by default to the service whose validity ends first. Services that get nothing are left out.
 * @throws Fault of kind `conflict` if there is a rest and every service is deleted
 */
export function allocateOldest(drafts: readonly Draft[], amt: Decimal, advanceTo: number | undefined): Part[] {
  const given = new Map<Draft, Decimal>();
  const give = (draft: Draft, more: Decimal) => given.set(draft, (given.get(draft) ?? ZERO).plus(more));
  const taker = advanceTo === undefined ? null : find(drafts, advanceTo);
  let rest = amt;
  for (const due of drafts.flatMap(duesOf).toSorted(byAge)) {
    const paid = Decimal.min(rest, due.amt);
    if (paid.isZero()) break;
    give(due.draft, paid);
    rest = rest.minus(paid);
  }
  if (rest.greaterThan(0)) give(taker ?? endingFirst(drafts, amt.minus(rest)), rest);
  return drafts.flatMap((draft) => ({ draft, amt: given.get(draft) ?? ZERO })).filter((part) => !part.amt.isZero());
}

/** The parts as they were given; `checkParts` has checked them. @throws Fault of kind `notFound` */
export const allocateParts = (drafts: readonly Draft[], parts: readonly GivenPart[]): Part[] =>
  parts.map(({ serviceid, amt }) => ({ draft: find(drafts, serviceid), amt: new Decimal(amt) }));

interface GivenPart {
  readonly serviceid: number;
  readonly amt: string;
}

/** @throws Fault of kind `badInput` if a service is named twice, a part is 0, or they are not the whole amount */
export function checkParts(parts: readonly GivenPart[], amt: Decimal): void {
  if (new Set(parts.map(({ serviceid }) => serviceid)).size < parts.length)
    throw badParameter('parts', 'must not name a service twice');
  const amounts = parts.map((part) => new Decimal(part.amt));
  if (amounts.some((each) => each.isZero())) throw badParameter('parts', 'must be above 0 for each service');
  const sum = total(amounts);
  if (!sum.equals(amt))
    throw badParameter('parts', `must add up to amt, ${amountText(amt)}; they add up to ${amountText(sum)}`);
}

function find(drafts: readonly Draft[], id: number): Draft {
  const draft = drafts.find(({ subscription }) => subscription.id === id);
  if (!draft) throw notFound('service', id);
  return draft;
}

/**
 * What is due without an invoice is older than every invoice: invoices are unpaid from the newest on. What is charged and not
 * invoiced yet comes after all of them.
 */
function duesOf(draft: Draft): Due[] {
  const { subscription } = draft;
  const due = dueOf(subscription);
  const invoices = subscription.invoices.map((each) => ({ draft, on: each.dueOn, amt: unpaidAmount(each) }));
  const earlier = { draft, on: '', amt: due.minus(total(invoices.map(({ amt }) => amt))) };
  const later = { draft, on: '9999-12-31', amt: subscription.osAmt.minus(due) };
  return [earlier, ...invoices, later].filter(({ amt }) => amt.greaterThan(0));
}

function byAge(one: Due, other: Due): number {
  if (one.on !== other.on) return one.on < other.on ? -1 : 1;
  return one.draft.subscription.id - other.draft.subscription.id;
}

/** One that has not begun has no end, and comes last. */
function endingFirst(drafts: readonly Draft[], due: Decimal): Draft {
  const end = ({ subscription }: Draft) => subscription.validUpto ?? '9999-12-31';
  const [first] = drafts
    .filter(({ subscription }) => !subscription.deleted)
    .toSorted((one, other) => (end(one) < end(other) ? -1 : end(one) > end(other) ? 1 : 0));
  if (first) return first;
  throw parameterFault(
    'conflict',
    'amt',
    `every service of the customer is deleted, and they owe ${amountText(due)}; the payment must not exceed that`,
  );
}
