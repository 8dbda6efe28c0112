import { allCountries } from 'country-region-data';
import { countryCodeOf } from '../../../core/country/codes.ts';
import { notFound } from '../../../core/fault.ts';

export interface Country {
  readonly country: string;
  /** ISO 3166-1 alpha-2. */
  readonly country_code: string;
  readonly states: string[];
}

const COUNTRIES: readonly Country[] = allCountries.map(([country, country_code, regions]) => ({
  country,
  country_code,
  states: regions.map(([name]) => name),
}));

/** Every country, or the one of that name or code, in a common spelling. */
export function countriesWithStates(name?: string): Country[] {
  if (name === undefined) return [...COUNTRIES];
  const code = countryCodeOf(name);
  const found = COUNTRIES.filter(({ country_code }) => country_code === code);
  if (found.length === 0) throw notFound('country', name);
  return found;
}
