import { Decimal } from 'decimal.js';
import type { SoldTerms } from '../model/subscription.ts';

/** Terms as JSON: amounts and percentages are text. */
type Stored<T> = T extends Decimal ? string : T extends object ? { readonly [K in keyof T]: Stored<T[K]> } : T;

export type SoldRow = Stored<SoldTerms>;

export const soldOf = ({ items, discount, commission, ...rest }: SoldRow): SoldTerms => ({
  ...rest,
  items: items.map((item) => ({ ...item, amt: new Decimal(item.amt) })),
  discount: { percent: new Decimal(discount.percent), amt: new Decimal(discount.amt) },
  commission: commission && { ...commission, percent: new Decimal(commission.percent) },
});
