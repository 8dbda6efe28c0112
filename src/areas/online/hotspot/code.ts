import { createHmac, randomInt } from 'node:crypto';

const RANDOM_DIGITS = 13;
const DIGITS = RANDOM_DIGITS + 1;

/** Thirteen random digits and a check digit: with a million codes alive, a guess is one of them once in ten million times. */
export function newCode(): string {
  const random = String(randomInt(10 ** RANDOM_DIGITS)).padStart(RANDOM_DIGITS, '0');
  return `${random}${checkDigit(random)}`;
}

/** Luhn's (ISO/IEC 7812-1): finds every wrong digit, and nearly every two that are exchanged. */
export function checkDigit(digits: string): number {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits.at(-1 - at));
    const weighed = at % 2 === 0 ? 2 * digit : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return (10 - (sum % 10)) % 10;
}

const DEVANAGARI_ZERO = 0x966;

/** The digits of a code as somebody writes it, with blanks or dashes, in Latin or Devanagari digits; null: it is no code. */
export function codeIn(text: string): string | null {
  const digits = text
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO))
    .replace(/[\s.\u2010-\u2015-]/g, '');
  if (digits.length !== DIGITS || !/^[0-9]+$/.test(digits)) return null;
  return checkDigit(digits.slice(0, -1)) === Number(digits.at(-1)) ? digits : null;
}

/** As it is printed: `1234 5678 9012 34`. */
export const printedCode = (code: string): string => (code.match(/.{1,4}/g) ?? []).join(' ');

/** What the database keeps of a code. All codes are tried out soon, so it takes a key. */
export const codeMac = (key: Buffer, code: string): Buffer =>
  createHmac('sha256', key).update(`hotspot code ${code}`).digest();
