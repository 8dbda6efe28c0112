import { Decimal } from 'decimal.js';
import type { Money } from '../../../../core/money.ts';

/** Currencies whose documents have the amount in words, counted in lakh (1,00,000) and crore (1,00,00,000). */
const CURRENCIES: Readonly<Record<string, readonly [whole: string, part: string]>> = {
  BDT: ['Taka', 'Poisha'],
  INR: ['Rupees', 'Paise'],
  NPR: ['Rupees', 'Paisa'],
  PKR: ['Rupees', 'Paisa'],
};

const SMALL =
  'Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen'.split(
    ' ',
  );
const TENS = 'Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety'.split(' ');
const GROUPS = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1_000, 'Thousand'],
  [100, 'Hundred'],
] as const;

/** `Rupees One Lakh Five Hundred and Twenty-Five Paise only`; null in currencies where it is no custom. */
export function amountInWords(amt: Money, currency: string): string | null {
  const names = CURRENCIES[currency];
  if (!names) return null;
  const amount = new Decimal(amt);
  const whole = amount.abs().floor();
  const part = amount.abs().minus(whole).times(100).round().toNumber();
  const words = `${names[0]} ${inWords(whole.toNumber())}${part === 0 ? '' : ` and ${inWords(part)} ${names[1]}`} only`;
  return amount.isNegative() ? `Minus ${words}` : words;
}

/** Amounts have at most twelve digits before the point, so a number holds them. Crores are counted as the rest is. */
function inWords(number: number): string {
  const group = GROUPS.find(([size]) => number >= size);
  if (group) {
    const [size, name] = group;
    const rest = number % size;
    return `${inWords(Math.floor(number / size))} ${name}${rest === 0 ? '' : ` ${inWords(rest)}`}`;
  }
  if (number < 20) return SMALL[number] ?? '';
  const unit = number % 10;
  return `${TENS[Math.floor(number / 10) - 2]}${unit === 0 ? '' : `-${SMALL[unit]}`}`;
}
