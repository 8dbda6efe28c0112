import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { badParameter, Fault } from '../../../core/fault.ts';
import * as wire from '../../../core/wire/index.ts';
import { periodLines } from '../../money/billing/charging/opening.ts';
import {
  type PlannedPeriod,
  planFirstPeriod,
  planRenewal,
} from '../../money/billing/life-cycle/actions/plan-renewal.ts';
import { daysFrom } from '../../money/billing/model/calendar.ts';
import type { Draft } from '../../money/billing/model/draft.ts';
import { type PricedLine, sumOfLines } from '../../money/billing/pricing/price.ts';

const amount = () => wire.asStored(wire.money());
const sums = { amt: amount(), discount: amount(), tax: amount(), total: amount() };

export const quote = z.object({
  planid: wire.id(),
  subplanid: wire.id(),
  /** The first period, and the days that its price is for: fewer than `of_days` cost their share. */
  valid_from: wire.ymd(),
  valid_upto: wire.ymd(),
  days: wire.count(),
  of_days: wire.count(),
  /** The price of a whole period, with taxes. */
  price: amount(),
  /** The first period, and the installation. */
  charges: z.array(z.object({ description: wire.shown(), ...sums })),
  taxes: z.array(z.object({ name: wire.shown(), percent: wire.percent(), amt: amount() })),
  ...sums,
  deposit: amount(),
  /** What is charged when the first period begins: all of it prepaid, the installation postpaid. */
  charged_at_once: amount(),
});

export type Quote = z.output<typeof quote>;

interface Asked {
  readonly bill_from?: string | undefined;
  readonly deposit: string;
}

/** @throws Fault of kind `badInput` if the first period would be over, or would not end */
export function quoteOf(draft: Draft, { bill_from, deposit }: Asked): Quote {
  const { subscription, context } = draft;
  const { period, lines, installation } = plannedOf(draft);
  if (period.endsOn < context.today)
    throw badParameter('bill_from', `the period from ${bill_from} ended on ${period.endsOn}; give a later day`);
  const days = daysFrom(period.startsOn, period.endsOn);
  const charged = [...lines, ...installation].filter(({ total, amt }) => !total.isZero() || !amt.isZero());
  return {
    planid: subscription.offer.planId,
    subplanid: subscription.offer.subPlanId,
    valid_from: period.startsOn,
    valid_upto: period.endsOn,
    days,
    of_days: period.ofDays,
    price: sumOfLines(periodLines(draft, { ...period, ofDays: days }), 'total').toFixed(2),
    charges: charged.map((line) => ({ description: line.description, ...sumsOf([line]) })),
    taxes: taxesOf(charged),
    ...sumsOf(charged),
    deposit: new Decimal(deposit).toFixed(2),
    charged_at_once: sumOfLines(subscription.prepaid ? charged : installation, 'total').toFixed(2),
  };
}

/** The first period with its price, as the create or the first payment plans it. @throws Fault that names `bill_from` */
function plannedOf(draft: Draft): Pick<PlannedPeriod, 'period' | 'installation'> & { lines: readonly PricedLine[] } {
  const { subscription } = draft;
  try {
    if (subscription.prepaid) return planRenewal(draft);
    const planned = planFirstPeriod(draft, subscription.billFrom);
    return { ...planned, lines: periodLines(draft, planned.period) };
  } catch (error) {
    // The last days of the calendar.
    throw error instanceof Fault ? badParameter('bill_from', error.message) : error;
  }
}

const sumsOf = (lines: readonly PricedLine[]) => {
  const sum = (part: 'amt' | 'discount' | 'tax' | 'total') =>
    lines.reduce((all, line) => all.plus(line[part]), new Decimal(0)).toFixed(2);
  return { amt: sum('amt'), discount: sum('discount'), tax: sum('tax'), total: sum('total') };
};

/** The taxes of all lines by name; those of an ISP have the same names on every line. */
function taxesOf(lines: readonly PricedLine[]): Quote['taxes'] {
  const [first] = lines;
  return (first?.taxes ?? []).map(({ name, percent }, at) => ({
    name,
    percent,
    amt: lines.reduce((sum, { taxes }) => sum.plus(taxes[at]?.amt ?? 0), new Decimal(0)).toFixed(2),
  }));
}
