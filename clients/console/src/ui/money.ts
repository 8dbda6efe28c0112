import { numberText } from './formats.ts';
import { currency } from './region.ts';

/** An amount, exactly as the node wrote it: texts are formatted without ever being a float. */
export function money(text: string, of = currency()): string {
  return numberText(text as `${number}`, { style: 'currency', currency: of });
}

/** An amount for a tile, without cents. */
export function roundMoney(text: string, of = currency()): string {
  return numberText(text as `${number}`, { style: 'currency', currency: of, maximumFractionDigits: 0 });
}

const CENTS = 100n;

/** Cents of a text such as `-12.5`. @throws SyntaxError if it is no amount */
function centsOf(text: string): bigint {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (whole === undefined) throw new SyntaxError(`not an amount: ${text}`);
  const cents = BigInt(whole) * CENTS + BigInt(fraction.padEnd(2, '0'));
  return sign === '-' ? -cents : cents;
}

function textOfCents(cents: bigint): string {
  const size = cents < 0n ? -cents : cents;
  return `${cents < 0n ? '-' : ''}${size / CENTS}.${String(size % CENTS).padStart(2, '0')}`;
}

/** More is a digit too many rather than an advance; a tenth or less is a digit too few. */
const [TOO_MANY, TOO_FEW] = [5n, 10n];

/** How an amount is far from the one that is expected, if it is; nothing is far from 0. */
export function farFrom(amount: string, expected: string): 'above' | 'below' | undefined {
  const [given, usual] = [centsOf(amount), centsOf(expected)];
  if (usual <= 0n) return undefined;
  if (given > TOO_MANY * usual) return 'above';
  return given * TOO_FEW <= usual ? 'below' : undefined;
}

/** The largest of some amounts; `0.00` of none. */
export function largestOf(amounts: readonly string[]): string {
  return textOfCents(amounts.map(centsOf).reduce((most, each) => (each > most ? each : most), 0n));
}

/** A change of a balance: `+500.00` as the balance itself is written. */
export const signed = (text: string, format: (text: string) => string): string =>
  isAbove0(text) ? `+${format(text)}` : format(text);

export function sumOf(amounts: readonly string[]): string {
  return textOfCents(amounts.reduce((sum, amount) => sum + centsOf(amount), 0n));
}

export const isAmount = (text: string): boolean => /^\d{1,10}(\.\d{1,2})?$/.test(text);
export const isAbove0 = (text: string): boolean => /[1-9]/.test(text) && !text.startsWith('-');
