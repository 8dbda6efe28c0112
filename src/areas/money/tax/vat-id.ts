import { CHECK_DIGITS } from './vat-check-digits.ts';

/** The form of VAT identification numbers after the letters of the country (European Commission, VIES). Greece is EL. */
const FORMS: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^([A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}01$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
};

/** Is a text, in capitals and without blanks, a VAT number of a country of the EU? Check digits where the rule is known. */
export function isVatId(text: string): boolean {
  const [country, number] = [text.slice(0, 2), text.slice(2)];
  const form = Object.hasOwn(FORMS, country) ? FORMS[country] : undefined;
  return form?.test(number) === true && (CHECK_DIGITS[country]?.(number) ?? true);
}

export const countryOfVatId = (vatId: string): string => vatId.slice(0, 2);

export const isVatCountry = (country: string): boolean => Object.hasOwn(FORMS, country);
