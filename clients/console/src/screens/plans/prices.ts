import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/client.ts';
import { PAGE } from '../../api/list.ts';
import { money } from '../../ui/money.ts';
import { words } from '../../words/words.ts';
import type { Subplan } from './plan.ts';

/** What a plan costs: the price of its cheapest duration. */
export interface PlanPrice {
  readonly lowest: string;
  /** Its other durations cost more. */
  readonly isOne: boolean;
}

/** The prices of all plans, cheapest first, as one question for the whole list: an ISP has few durations. */
export function usePlanPrices(): ReadonlyMap<number, PlanPrice> | undefined {
  return useQuery({
    queryKey: ['plan.subplan_list', 'prices'],
    queryFn: async ({ signal }) => pricesOf(await allSubplans(signal)),
  }).data;
}

export const priceText = (price: PlanPrice | undefined): string | null =>
  price ? (price.isOne ? money(price.lowest) : words.plans.from(money(price.lowest))) : null;

async function allSubplans(signal: AbortSignal): Promise<readonly Subplan[]> {
  const all: Subplan[] = [];
  for (;;) {
    const page = { sort_field: 'price', sort_order: 'asc', rows_limit: PAGE, rows_offset: all.length } as const;
    const rows: unknown = await read('plan.subplan_list', page, signal);
    if (!Array.isArray(rows)) return all;
    all.push(...(rows as Subplan[]));
    if (rows.length < PAGE) return all;
  }
}

function pricesOf(cheapestFirst: readonly Subplan[]): ReadonlyMap<number, PlanPrice> {
  const prices = new Map<number, PlanPrice>();
  for (const { planid, price } of cheapestFirst) {
    const known = prices.get(planid);
    prices.set(
      planid,
      known ? { ...known, isOne: known.isOne && known.lowest === price } : { lowest: price, isOne: true },
    );
  }
  return prices;
}
