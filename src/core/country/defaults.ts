import { createRequire } from 'node:module';
import currencies from 'country-to-currency';
import { isZone } from '../zone.ts';

/** The zone in which most people live, of countries with several that people live in; and of Kosovo, which the table leaves out. */
const POPULOUS: Readonly<Record<string, string>> = {
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CD: 'Africa/Lubumbashi',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Chuuk',
  GL: 'America/Nuuk',
  ID: 'Asia/Jakarta',
  KI: 'Pacific/Tarawa',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kyiv',
  US: 'America/New_York',
  XK: 'Europe/Belgrade',
};

const require = createRequire(import.meta.url);

/** Loaded with the first country: the start needs none of its thousand lines. */
const timeZones = () => (require('@vvo/tzdb') as typeof import('@vvo/tzdb')).rawTimeZones;

/** The IANA name of the zone that most people of a country live in. Null: nobody lives there. */
export function zoneOfCountry(code: string): string | null {
  const [zone, ...others] = timeZones()
    .filter(({ countryCode }) => countryCode === code)
    .map(({ name }) => name);
  const name = POPULOUS[code] ?? (others.length === 0 ? zone : undefined);
  return name !== undefined && isZone(name) ? name : null;
}

/** Months in which the year of taxes or of most companies begins, of countries in which that is the first of a month but January. */
const YEAR_STARTS: Readonly<Record<string, number>> = {
  ...{ GB: 4, HK: 4, IN: 4, JP: 4, LK: 4, MM: 4, NZ: 4 },
  ...{ AU: 7, BD: 7, MU: 7, PK: 7, UG: 7 },
  ZA: 3,
};

/** The month, from 1, in which the financial year of a country begins. */
export const yearStartOfCountry = (code: string): number => YEAR_STARTS[code] ?? 1;

/** The ISO 4217 code of the currency of a country. */
export const currencyOfCountry = (code: string): string | null =>
  (currencies as Readonly<Record<string, string>>)[code] ?? null;
