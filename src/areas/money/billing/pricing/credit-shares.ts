import type { Decimal } from 'decimal.js';
import { apportion, ZERO } from './amounts.ts';
import { type PricedLine, priced, sumOfLines } from './price.ts';
import { taxesByLine } from './tax-by-line.ts';

/** An invoice that is to be credited, or a part of it. */
export interface CreditedInvoice {
  readonly id: number;
  /** Above 0. */
  readonly net: Decimal;
  /** With its tax, less what was credited or written off of it already. */
  readonly left: Decimal;
  readonly lines: readonly PricedLine[];
  /** A franchisee's that was booked on its charges; null if no wallet was charged. */
  readonly commission: Decimal | null;
}

/**
 * The part of an invoice that is credited, as positive lines: taxed as its lines were, whatever the taxes are today. What was
 * taxed differently is credited in proportion; the whole invoice line by line, so that its tax comes out exactly.
 */
export function creditShares(
  { lines }: CreditedInvoice,
  { amt, inclusive }: { readonly amt: Decimal; readonly inclusive: boolean },
): PricedLine[] {
  const part = inclusive ? 'total' : 'net';
  if (amt.equals(sumOfLines(lines, part))) return [...lines];
  const groups = groupsOf(lines).filter((group) => sumOfLines(group, part).greaterThan(0));
  const parts = apportion(
    amt,
    groups.map((group) => sumOfLines(group, part)),
  );
  return groups.flatMap(([line], at) => (line ? taxedLike(line, parts[at] ?? ZERO, inclusive) : []));
}

/** Lines with the same taxes and the same code. */
function groupsOf(lines: readonly PricedLine[]): PricedLine[][] {
  const groups = new Map<string, PricedLine[]>();
  for (const line of lines) {
    const key = [line.supply?.code, ...line.taxes.map(({ name, percent }) => `${name}:${percent}`)].join();
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()];
}

/** Rounded as the line was: a scheme rounds each tax. */
function taxedLike({ description, taxes, supply }: PricedLine, amt: Decimal, inclusive: boolean): PricedLine[] {
  const rates = taxes.map(({ name, percent }) => ({ name, percent }));
  if (!supply) return priced([{ description, amt }], { taxation: { rates, inclusive } });
  const common = { description, revenue: description, amt, discount: ZERO, supply };
  return taxesByLine([amt], { rates, inclusive }).map((taxed) => ({ ...common, ...taxed }));
}
