import { countryCodeOf } from '../../../../core/country/codes.ts';

/**
 * The lines below the street, by country: C city, S state, Z postal code, / a new line. From the address formats of Google's
 * libaddressinput (https://chromium-i18n.appspot.com/ssl-address/data/IN, `fmt`).
 */
const FORMATS: readonly (readonly [countries: string, format: string])[] = [
  ['AT BE BG CH CY CZ DE DK EE ES FI FR GR HR HU IS LT LU LV MK NL NO PL PT RO RS SE SI SK', 'Z C'],
  ['IN', 'C Z/S'],
  ['BD', 'C - Z'],
  ['NP NZ LK', 'C Z'],
  ['PK', 'C-Z'],
  ['IT', 'Z C S'],
  ['MX', 'Z C, S'],
  ['MY', 'Z C/S'],
  ['BR', 'C-S/Z'],
  ['ID', 'C/S Z'],
  ['AU CA', 'C S Z'],
  ['GB KE ZA', 'C/Z'],
  ['IE', 'C/S/Z'],
];
/** As in the USA. */
const DEFAULT = 'C, S Z';

const BY_COUNTRY = new Map(
  FORMATS.flatMap(([countries, format]) => countries.split(' ').map((country) => [country, format] as const)),
);

interface Place {
  readonly city?: string | undefined;
  readonly state?: string | undefined;
  readonly zipcode?: string | undefined;
}

/** City, state and postal code in the order of a country, which may be named in any way. What is missing leaves no comma behind. */
export function placeLines({ city, state, zipcode }: Place, country: string | undefined): string[] {
  const parts: Readonly<Record<string, string | undefined>> = { C: city, S: state, Z: zipcode };
  const format = BY_COUNTRY.get(countryCodeOf(country ?? '') ?? '') ?? DEFAULT;
  return format
    .split('/')
    .map((line) =>
      line.split(/(?<=[CSZ])(?=[^CSZ])|(?<=[^CSZ])(?=[CSZ])/).reduce((text, piece, at, pieces) => {
        const value = parts[piece];
        if (!value) return text;
        return text === '' ? value : `${text}${pieces[at - 1] ?? ''}${value}`;
      }, ''),
    )
    .filter((line) => line !== '');
}

let names: Intl.DisplayNames | undefined;

/** The name of a country in English, by its name or code; a text that is neither stays as it is. */
export function countryName(country: string): string {
  const code = countryCodeOf(country);
  names ??= new Intl.DisplayNames('en', { type: 'region' });
  return (code && names.of(code)) ?? country;
}

/** Documents of India are signed, or carry the place for it. */
export const isSigned = (country: string | undefined): boolean => countryCodeOf(country ?? '') === 'IN';
