import { Decimal } from 'decimal.js';
import { rounded, split, total, ZERO } from './amounts.ts';

/** A line of a bill. `net` + `tax` = `total`; the taxes sum to `tax`. */
export interface PricedLine {
  readonly description: string;
  /** The revenue it is booked as: the name on the price list, whatever the description adds to it. */
  readonly revenue: string;
  /** Before the discount, as the price list has it. */
  readonly amt: Decimal;
  readonly discount: Decimal;
  readonly net: Decimal;
  readonly tax: Decimal;
  readonly total: Decimal;
  readonly taxes: readonly { readonly name: string; readonly percent: string; readonly amt: Decimal }[];
}

/** What is on the price list. */
export interface PriceItem {
  readonly description: string;
  readonly revenue?: string;
  readonly amt: Decimal;
}

export interface Discount {
  readonly percent: Decimal;
  readonly amt: Decimal;
}

/** A tax of an ISP: its name and its percent. */
export interface TaxRate {
  readonly name: string;
  readonly percent: string;
}

/** Taxes of an ISP. `inclusive`: its prices hold them already. */
export interface Taxation {
  readonly rates: readonly TaxRate[];
  readonly inclusive: boolean;
}

/** A share of a price: so many days of the days it stands for. */
export interface Share {
  readonly days: number;
  readonly ofDays: number;
}

const NO_DISCOUNT: Discount = { percent: ZERO, amt: ZERO };
const WHOLE: Share = { days: 1, ofDays: 1 };

/**
 * Prices items: the share of each, less the discount (the percent first, then the amount, never below nothing), then the
 * taxes. Discount and taxes are rounded once for all items together and split over them.
 */
export function priced(
  items: readonly PriceItem[],
  { discount = NO_DISCOUNT, share = WHOLE, taxation }: { discount?: Discount; share?: Share; taxation: Taxation },
): PricedLine[] {
  const part = (amount: Decimal) =>
    share.days === share.ofDays ? amount : rounded(amount.times(share.days).div(share.ofDays));
  const amts = items.map((item) => part(item.amt));
  const price = total(amts);
  const off = Decimal.min(price, rounded(price.times(discount.percent).div(100)).plus(part(discount.amt)));
  const discounts = split(off, amts);
  const charged = amts.map((amt, at) => amt.minus(discounts[at] ?? ZERO));
  const taxes = split(taxOf(total(charged), taxation), charged);
  return items.map(({ description, revenue = description }, at) => {
    const [amt = ZERO, given = ZERO, tax = ZERO] = [amts[at], discounts[at], taxes[at]];
    const net = amt.minus(given).minus(taxation.inclusive ? tax : ZERO);
    return {
      ...{ description, revenue, amt, discount: given, net, tax },
      total: net.plus(tax),
      taxes: named(tax, taxation.rates),
    };
  });
}

function taxOf(amount: Decimal, { rates, inclusive }: Taxation): Decimal {
  const percent = rates.reduce((sum, rate) => sum.plus(rate.percent), ZERO);
  return inclusive
    ? amount.minus(rounded(amount.div(percent.div(100).plus(1))))
    : rounded(amount.times(percent).div(100));
}

const named = (tax: Decimal, rates: readonly TaxRate[]) => {
  const parts = split(
    tax,
    rates.map((rate) => new Decimal(rate.percent)),
  );
  return rates.map(({ name, percent }, at) => ({ name, percent, amt: parts[at] ?? ZERO }));
};

/** What is left of a line when a part of it was earned: the two equal the whole. */
export function remainder(whole: PricedLine, earned: PricedLine): PricedLine {
  return {
    description: whole.description,
    revenue: whole.revenue,
    amt: whole.amt.minus(earned.amt),
    discount: whole.discount.minus(earned.discount),
    net: whole.net.minus(earned.net),
    tax: whole.tax.minus(earned.tax),
    total: whole.total.minus(earned.total),
    taxes: whole.taxes.map((tax, at) => ({ ...tax, amt: tax.amt.minus(earned.taxes[at]?.amt ?? ZERO) })),
  };
}

/** The line with its amounts turned round: a credit for what was charged. */
export function credited(line: PricedLine, description = line.description): PricedLine {
  return {
    description,
    revenue: line.revenue,
    amt: line.amt.negated(),
    discount: line.discount.negated(),
    net: line.net.negated(),
    tax: line.tax.negated(),
    total: line.total.negated(),
    taxes: line.taxes.map((tax) => ({ ...tax, amt: tax.amt.negated() })),
  };
}

/** The part of a line that belongs to so many of its days. */
export function partOf(line: PricedLine, days: number, ofDays: number): PricedLine {
  const part = (amount: Decimal) => rounded(amount.times(days).div(ofDays));
  const taxes = line.taxes.map((each) => ({ ...each, amt: part(each.amt) }));
  const tax = total(taxes.map((each) => each.amt));
  const net = part(line.net);
  return { ...line, amt: part(line.amt), discount: part(line.discount), net, tax, total: net.plus(tax), taxes };
}

export const sumOfLines = (lines: readonly PricedLine[], part: 'net' | 'tax' | 'total'): Decimal =>
  total(lines.map((line) => line[part]));
