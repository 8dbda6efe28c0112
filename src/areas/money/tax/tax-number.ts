import { isGstin } from './gstin.ts';
import { isVatId } from './vat-id.ts';
import type { Scheme } from './vocabulary.ts';

/** In capitals, without blanks, dots and dashes, as people write them. */
export const plainTaxNumber = (text: string): string => text.toUpperCase().replace(/[\s.-]/g, '');

/** Is this, in its plain form, a tax number under the scheme? */
export function isTaxNumber(scheme: Scheme, number: string): boolean {
  if (scheme === 'gst') return isGstin(number);
  if (scheme === 'vat') return isVatId(number);
  return true;
}

/** What a number must be. */
export const TAX_NUMBER_PROBLEM = {
  gst: 'must be a GSTIN with the code of its state and the right check digit, such as 29AAGCB7383J1Z4',
  vat: 'must be a VAT number of a country of the EU with the right check digits, such as DE136695976',
} as const;
