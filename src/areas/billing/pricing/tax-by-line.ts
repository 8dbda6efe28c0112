import { Decimal } from 'decimal.js';
import type { Supply } from '../../tax/supply.ts';
import { rounded, total, ZERO } from './amounts.ts';
import type { PricedLine, PriceItem, Taxation } from './price.ts';

interface Charged {
  readonly amts: readonly Decimal[];
  readonly discounts: readonly Decimal[];
  readonly taxation: Taxation;
  readonly supply: Supply;
}

/**
 * Each tax of each line is rounded by itself: so equal percentages are equal amounts (CGST and SGST), and returns that list
 * lines by rate sum to the invoices.
 */
export function taxedByLine(items: readonly PriceItem[], { amts, discounts, taxation, supply }: Charged): PricedLine[] {
  const percent = total(taxation.rates.map((rate) => new Decimal(rate.percent)));
  const base = taxation.inclusive ? percent.plus(100) : new Decimal(100);
  return items.map(({ description, revenue = description }, at) => {
    const [amt = ZERO, discount = ZERO] = [amts[at], discounts[at]];
    const charged = amt.minus(discount);
    const taxes = taxation.rates.map((rate) => ({ ...rate, amt: rounded(charged.times(rate.percent).div(base)) }));
    const tax = total(taxes.map((each) => each.amt));
    const net = taxation.inclusive ? charged.minus(tax) : charged;
    return { description, revenue, amt, discount, net, tax, total: net.plus(tax), taxes, supply };
  });
}
