import { allCountries } from 'country-region-data';
import { notFound } from '../../core/fault.ts';

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

/** Every country, or the one of that name or code. */
export function countriesWithStates(name?: string): Country[] {
  if (name === undefined) return [...COUNTRIES];
  const wanted = name.toLowerCase();
  const found = COUNTRIES.filter(
    ({ country, country_code }) => country.toLowerCase() === wanted || country_code.toLowerCase() === wanted,
  );
  if (found.length === 0) throw notFound('country', name);
  return found;
}
