import { rawTimeZones } from '@vvo/tzdb';
import { allCountries } from 'country-region-data';
import { describe, expect, it } from 'vitest';
import { countryCodeOf } from '../../../src/core/country/codes.ts';
import { currencyOfCountry, yearStartOfCountry, zoneOfCountry } from '../../../src/core/country/defaults.ts';
import { isZone } from '../../../src/core/zone.ts';

describe('a country is known', () => {
  it.each([
    ...['India', 'INDIA', ' india ', 'IN', 'in', 'IND', '356', 'Bharat', 'Republic of India', 'The Republic of India'],
    ...['भारत', 'Indien', 'Inde', 'الهند', 'Индия', '印度'],
  ])('by name, code and spelling: %j is India', (country) => {
    expect(countryCodeOf(country)).toBe('IN');
  });

  it.each([
    ...[
      ['USA', 'US'],
      ['U.S.A.', 'US'],
      ['United States of America', 'US'],
      ['the united states', 'US'],
    ],
    ...[
      ['UK', 'GB'],
      ['U.K.', 'GB'],
      ['Great Britain', 'GB'],
      ['England', 'GB'],
      ['UAE', 'AE'],
      ['Emirates', null],
    ],
    ...[
      ['Ivory Coast', 'CI'],
      ["Cote d'Ivoire", 'CI'],
      ['Côte d’Ivoire', 'CI'],
      ['Burma', 'MM'],
      ['Viet Nam', 'VN'],
    ],
    ...[
      ['South Korea', 'KR'],
      ['Republic of Korea', 'KR'],
      ['Korea, Republic of', 'KR'],
      ['North Korea', 'KP'],
    ],
    ...[
      ['Turkey', 'TR'],
      ['Türkiye', 'TR'],
      ['Turkiye', 'TR'],
      ['Czech Republic', 'CZ'],
      ['Holland', 'NL'],
    ],
    ...[
      ['DR Congo', 'CD'],
      ['Congo', 'CG'],
      ['Republic of the Congo', 'CG'],
      ['Gambia', 'GM'],
      ['The Gambia', 'GM'],
    ],
    ...[
      ['Deutschland', 'DE'],
      ['Brasil', 'BR'],
      ['España', 'ES'],
      ['Espana', 'ES'],
      ['日本', 'JP'],
      ['Nippon', null],
    ],
    ...[
      ['Trinidad & Tobago', 'TT'],
      ['Bosnia and Herzegovina', 'BA'],
      ['Guinea-Bissau', 'GW'],
      ['Guinea', 'GN'],
    ],
    ...[
      ['Exampleland', null],
      ['', null],
      [' ', null],
      ['XX', null],
      ['%', null],
      ['Kerala', null],
      ['999', null],
    ],
  ])('%j: %j', (country, code) => {
    expect(countryCodeOf(country as string)).toBe(code);
  });

  it('by each name, and each code, that the API lists', () => {
    for (const [name, code] of allCountries) {
      expect(countryCodeOf(name), name).toBe(code);
      expect(countryCodeOf(code), code).toBe(code);
    }
  });
});

describe('the zone and the currency of a country', () => {
  it.each([
    ...[
      ['IN', 'Asia/Kolkata', 'INR'],
      ['NP', 'Asia/Kathmandu', 'NPR'],
      ['BD', 'Asia/Dhaka', 'BDT'],
    ],
    ...[
      ['DE', 'Europe/Berlin', 'EUR'],
      ['NO', 'Europe/Oslo', 'NOK'],
      ['CH', 'Europe/Zurich', 'CHF'],
    ],
    ...[
      ['US', 'America/New_York', 'USD'],
      ['BR', 'America/Sao_Paulo', 'BRL'],
      ['RU', 'Europe/Moscow', 'RUB'],
    ],
    ...[
      ['ID', 'Asia/Jakarta', 'IDR'],
      ['AU', 'Australia/Sydney', 'AUD'],
      ['CA', 'America/Toronto', 'CAD'],
    ],
    ...[
      ['KE', 'Africa/Nairobi', 'KES'],
      ['XK', 'Europe/Belgrade', 'EUR'],
      ['CD', 'Africa/Lubumbashi', 'CDF'],
    ],
  ])('%s: %s, %s', (code, zone, currency) => {
    expect([zoneOfCountry(code as string), currencyOfCountry(code as string)]).toEqual([zone, currency]);
  });

  it('begin the financial year with the tax office, in January where nothing else is known', () => {
    const starts = ['IN', 'GB', 'PK', 'AU', 'ZA', 'DE', 'US'].map(yearStartOfCountry);
    expect(starts).toEqual([4, 4, 7, 7, 3, 1, 1]);
  });

  it('are known of every country that people live in', () => {
    const without = allCountries.filter(([, code]) => zoneOfCountry(code) === null).map(([, code]) => code);
    expect(without.sort()).toEqual(['AQ', 'BV', 'HM', 'UM']);
    for (const [, code] of allCountries) {
      expect(currencyOfCountry(code), code).toMatch(/^[A-Z]{3}$/);
      if (!without.includes(code)) expect(isZone(zoneOfCountry(code) ?? ''), code).toBe(true);
    }
  });

  it('is a zone of the country itself', () => {
    for (const [, code] of allCountries) {
      const own = rawTimeZones.filter(({ countryCode }) => countryCode === code).flatMap(({ group }) => group);
      if (own.length > 0 && zoneOfCountry(code) !== null) expect(own).toContain(zoneOfCountry(code));
    }
  });
});
