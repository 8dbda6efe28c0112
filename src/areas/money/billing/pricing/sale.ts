import { supplyOf, type TaxBuyer, type TaxSeller } from '../../tax/supply.ts';
import type { Taxation, TaxRate } from './price.ts';

/** The taxes of an ISP's settings. `inclusive`: its prices include them. */
export interface ListedTaxes {
  readonly rates: readonly TaxRate[];
  readonly inclusive: boolean;
}

/** Who sells to whom under a scheme. */
export interface Sale {
  readonly seller: TaxSeller;
  readonly buyer: TaxBuyer;
}

/** How a sale is taxed: by the taxes of the settings, which a scheme splits or leaves out. Null: there is no scheme. */
export function taxationOfSale(listed: ListedTaxes, sale: Sale | null): Taxation {
  if (!sale) return listed;
  const { supply, rates } = supplyOf(sale.seller, sale.buyer, listed.rates);
  return { rates, inclusive: listed.inclusive, scheme: { supply, seller: sale.seller } };
}
