import { isStateCode } from './states.ts';

/** State, PAN of the holder, number of the registration within the state, `Z`, check digit. */
const GSTIN = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Is a text, in capitals and without blanks, a GSTIN with the right check digit and the code of a state? */
export const isGstin = (text: string): boolean =>
  GSTIN.test(text) && isStateCode(text.slice(0, 2)) && checkDigitOf(text) === text[14];

/** The code of the state that a GSTIN was registered in. */
export const stateOfGstin = (gstin: string): string => gstin.slice(0, 2);

/** Modulus 36 over the first 14 characters, weighted 1 and 2 by turns, the digits of each product in base 36 summed. */
function checkDigitOf(gstin: string): string | undefined {
  const sum = [...gstin.slice(0, 14)].reduce((all, character, at) => {
    const product = DIGITS.indexOf(character) * (at % 2 === 0 ? 1 : 2);
    return all + Math.floor(product / 36) + (product % 36);
  }, 0);
  return DIGITS[(36 - (sum % 36)) % 36];
}
