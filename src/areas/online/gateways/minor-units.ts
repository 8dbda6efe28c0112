import { Decimal } from 'decimal.js';

/** ISO 4217 currencies without a minor unit, which providers count in whole units. */
const WHOLE = new Set([
  'BIF',
  'CLP',
  'DJF',
  'GNF',
  'JPY',
  'KMF',
  'KRW',
  'MGA',
  'PYG',
  'RWF',
  'VND',
  'VUV',
  'XAF',
  'XOF',
  'XPF',
]);
/** ISO 4217 currencies with a thousand minor units. */
const THOUSANDTHS = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']);

function placesOf(currency: string): number {
  if (WHOLE.has(currency)) return 0;
  return THOUSANDTHS.has(currency) ? 3 : 2;
}

/** An amount in the currency's minor unit, as providers want it; null if it is no whole number of them. */
export function toMinorUnits(amt: string, currency: string): number | null {
  const minor = new Decimal(amt).times(new Decimal(10).pow(placesOf(currency)));
  return minor.isInteger() && minor.lessThanOrEqualTo(Number.MAX_SAFE_INTEGER) ? minor.toNumber() : null;
}

/** The amount of so many minor units; null if it has more than the two decimals that money has here. */
export function fromMinorUnits(minor: number, currency: string): string | null {
  const amt = new Decimal(minor).dividedBy(new Decimal(10).pow(placesOf(currency)));
  return amt.decimalPlaces() <= 2 ? amt.toFixed(2) : null;
}
