import { Decimal } from 'decimal.js';
import { type CodedCharge, codedAs, type Supply, type TaxSeller } from '../../tax/supply.ts';
import { apportion, rounded, total, ZERO } from './amounts.ts';
import { taxesByLine } from './tax-by-line.ts';

/** A line of a bill. `net` + `tax` = `total`; the taxes sum to `tax`. */
export interface PricedLine {
  readonly description: string;
  /** The revenue account it is booked to: the item of the price list, without what the description adds. */
  readonly revenue: string;
  /** Before the discount, as on the price list. */
  readonly amt: Decimal;
  readonly discount: Decimal;
  readonly net: Decimal;
  readonly tax: Decimal;
  readonly total: Decimal;
  readonly taxes: readonly { readonly name: string; readonly percent: string; readonly amt: Decimal }[];
  /** What it is taxed as under a scheme; absent: by the taxes of the settings. */
  readonly supply?: Supply | null;
  /** The invoice that has it, of a stored line that is taxed under a scheme. */
  readonly invoiceId?: number | null;
}

/** An item of the price list. */
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

/** The taxes of an ISP, or those of a sale under a scheme. `inclusive`: its prices include them. */
export interface Taxation {
  readonly rates: readonly TaxRate[];
  readonly inclusive: boolean;
  readonly scheme?: { readonly supply: Supply; readonly seller: TaxSeller };
}

/** The taxes of a charge that may have a code of its own. */
export function taxationOf(taxation: Taxation, kind: CodedCharge): Taxation {
  const { scheme } = taxation;
  return scheme
    ? { ...taxation, scheme: { ...scheme, supply: codedAs(scheme.supply, scheme.seller, kind) } }
    : taxation;
}

/** A share of a price: `days` out of the `ofDays` that it is for. */
export interface Share {
  readonly days: number;
  readonly ofDays: number;
}

const NO_DISCOUNT: Discount = { percent: ZERO, amt: ZERO };
const WHOLE: Share = { days: 1, ofDays: 1 };

/**
 * Prices items: the share of each, less the discount (the percentage first, then the amount, down to 0), then the taxes.
 * Discount and taxes are rounded once for all items together and apportioned over them; under a scheme each tax is rounded on
 * each item.
 */
export function priced(
  items: readonly PriceItem[],
  { discount = NO_DISCOUNT, share = WHOLE, taxation }: { discount?: Discount; share?: Share; taxation: Taxation },
): PricedLine[] {
  const part = (amount: Decimal) =>
    share.days === share.ofDays ? amount : rounded(amount.times(share.days).div(share.ofDays));
  const amts = items.map((item) => part(item.amt));
  const price = total(amts);
  const discounted = Decimal.min(price, rounded(price.times(discount.percent).div(100)).plus(part(discount.amt)));
  const discounts = apportion(discounted, amts);
  const charged = amts.map((amt, at) => amt.minus(discounts[at] ?? ZERO));
  if (taxation.scheme) {
    const { supply } = taxation.scheme;
    return taxesByLine(charged, taxation).map((taxed, at) => {
      const { description = '', revenue = description } = items[at] ?? {};
      return { description, revenue, amt: amts[at] ?? ZERO, discount: discounts[at] ?? ZERO, ...taxed, supply };
    });
  }
  const taxes = apportion(taxOf(total(charged), taxation), charged);
  return items.map(({ description, revenue = description }, at) => {
    const [amt = ZERO, given = ZERO, tax = ZERO] = [amts[at], discounts[at], taxes[at]];
    const net = amt.minus(given).minus(taxation.inclusive ? tax : ZERO);
    return {
      ...{ description, revenue, amt, discount: given, net, tax },
      total: net.plus(tax),
      taxes: taxesOf(tax, taxation.rates),
    };
  });
}

function taxOf(amount: Decimal, { rates, inclusive }: Taxation): Decimal {
  const percent = rates.reduce((sum, rate) => sum.plus(rate.percent), ZERO);
  return inclusive
    ? amount.minus(rounded(amount.div(percent.div(100).plus(1))))
    : rounded(amount.times(percent).div(100));
}

const taxesOf = (tax: Decimal, rates: readonly TaxRate[]) => {
  const parts = apportion(
    tax,
    rates.map((rate) => new Decimal(rate.percent)),
  );
  return rates.map(({ name, percent }, at) => ({ name, percent, amt: parts[at] ?? ZERO }));
};

/** The rest of a line after the part that was earned: the two sum to the whole. */
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
    ...taxedAs(whole),
  };
}

/** A line that credits what this one charged: all amounts negated. */
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
    ...(line.supply && { supply: line.invoiceId ? { ...line.supply, credits: line.invoiceId } : line.supply }),
  };
}

const taxedAs = ({ supply, invoiceId }: PricedLine) => (supply ? { supply, invoiceId: invoiceId ?? null } : {});

/** A part of a line, such as that for some `of` its days. Each amount is rounded. */
export function partOf(line: PricedLine, share: Decimal.Value, of: Decimal.Value, round = rounded): PricedLine {
  const part = (amount: Decimal) => round(amount.times(share).div(of));
  const taxes = line.taxes.map((each) => ({ ...each, amt: part(each.amt) }));
  const tax = total(taxes.map((each) => each.amt));
  const net = part(line.net);
  return { ...line, amt: part(line.amt), discount: part(line.discount), net, tax, total: net.plus(tax), taxes };
}

export const sumOfLines = (lines: readonly PricedLine[], part: 'net' | 'tax' | 'total'): Decimal =>
  total(lines.map((line) => line[part]));
