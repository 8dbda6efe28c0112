import { Decimal } from 'decimal.js';
import { rounded } from './amounts.ts';
import { type PricedLine, partOf, remainder, sumOfLines } from './price.ts';

/** An invoice of which something was credited by hand or written off. */
export interface Reduction {
  /** What its lines charge; above 0. */
  readonly charged: Decimal;
  /** What was credited by hand or written off of it. */
  readonly given: Decimal;
  /** What is left of it after all credits; at least 0. */
  readonly left: Decimal;
}

interface Charged {
  readonly lines: readonly PricedLine[];
  readonly commission: Decimal | null;
}

/**
 * What was charged for a period, less its share of what was given up of its invoice since: so that the days which remain are
 * not credited a second time. What is given up is rounded up, so that all credits together are never above the invoice.
 */
export function reducedBy(reduction: Reduction | null, { lines, commission }: Charged): Charged {
  const whole = sumOfLines(lines, 'total');
  if (!reduction || !whole.greaterThan(0)) return { lines, commission };
  const { charged, given, left } = reduction;
  const byShare = { part: given, of: charged };
  const byRest = { part: Decimal.max(0, whole.minus(left)), of: whole };
  const more = byRest.part.times(byShare.of).greaterThan(byShare.part.times(byRest.of));
  const { part, of } = more ? byRest : byShare;
  return {
    lines: lines.map((line) => remainder(line, partOf(line, part, of, roundedUp))),
    commission: commission && rounded(commission.minus(commission.times(part).div(of))),
  };
}

/** Six decimals are exact enough for a quotient that is a whole amount to stay it. */
const roundedUp = (amount: Decimal): Decimal => amount.toDecimalPlaces(6).toDecimalPlaces(2, Decimal.ROUND_UP);
