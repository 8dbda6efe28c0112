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

/** Whether an amount is more than so many times another one. */
export const isMoreThan = (amount: string, times: bigint, of: string): boolean => centsOf(amount) > times * centsOf(of);

export function sumOf(amounts: readonly string[]): string {
  return textOfCents(amounts.reduce((sum, amount) => sum + centsOf(amount), 0n));
}

export const isAmount = (text: string): boolean => /^\d{1,10}(\.\d{1,2})?$/.test(text);
export const isAbove0 = (text: string): boolean => /[1-9]/.test(text) && !text.startsWith('-');
