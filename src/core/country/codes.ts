import { createRequire } from 'node:module';
import { allCountries } from 'country-region-data';
import countries from 'i18n-iso-countries/index.js';

/** The languages, besides English, in which a country is known by its name: those of most people, and of most countries. */
const LANGUAGES =
  'hi bn ta te mr gu kn ml pa ur ne si ar fa tr ru uk kk de fr es pt it nl pl ro el cs sv id ms sw th vi my zh ja ko'.split(
    ' ',
  );

/** Names that people use and the tables do not have, by ISO 3166-1 alpha-2. */
const SPOKEN: Readonly<Record<string, readonly string[]>> = {
  CD: ['DR Congo', 'DRC', 'Congo-Kinshasa', 'Congo Kinshasa', 'Zaire'],
  CG: ['Congo Brazzaville', 'Republic of the Congo'],
  GB: ['England', 'Scotland', 'Wales', 'Northern Ireland', 'Britain'],
  IN: ['Bharat', 'Hindustan'],
  KR: ['Korea', 'ROK'],
  LA: ['Lao PDR'],
  MK: ['Macedonia', 'FYROM'],
  MM: ['Burma'],
  NL: ['Holland'],
  SA: ['KSA'],
  SZ: ['Swaziland'],
  TL: ['East Timor'],
};

/** What a state calls itself before its name. */
const LONG_FORM = /^(?:[a-z]+ )?(?:republic|kingdom|state|states|union|federation|commonwealth|sultanate) of (?:the )?/;

/** The ISO 3166-1 alpha-2 code of a country, by its name, a code or a common spelling. Null: no country is called that. */
export function countryCodeOf(country: string): string | null {
  const name = plainName(country);
  english ??= englishNames();
  const code = english.get(name) ?? english.get(name.replace(LONG_FORM, ''));
  if (code !== undefined || name === '') return code ?? null;
  foreign ??= foreignNames();
  return foreign.get(name) ?? null;
}

type Names = ReadonlyMap<string, string>;

let english: Names | undefined;
/** They take a tenth of a second, which few ISPs need. */
let foreign: Names | undefined;

const codes = allCountries.map(([, code]) => code);

function englishNames(): Names {
  countries.registerLocale(createRequire(import.meta.url)('i18n-iso-countries/langs/en.json'));
  return namesOf([
    ...allCountries.flatMap(([name, code]) => [code, name].map((one) => [one, code] as const)),
    ...codes.flatMap((code) => {
      const others = [countries.alpha2ToAlpha3(code), countries.alpha2ToNumeric(code), ...(SPOKEN[code] ?? [])];
      return [...others, ...(countries.getName(code, 'en', { select: 'all' }) ?? [])].map(
        (one) => [one, code] as const,
      );
    }),
    ...shownIn('en', 'long'),
    ...shownIn('en', 'short'),
  ]);
}

const foreignNames = (): Names => namesOf(LANGUAGES.flatMap((language) => shownIn(language, 'long')));

function shownIn(language: string, style: 'long' | 'short') {
  const names = new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' });
  return codes.map((code) => [names.of(code), code] as const);
}

/** A name that two countries have is the first one's. */
function namesOf(pairs: readonly (readonly [name: string | undefined, code: string])[]): Names {
  const names = new Map<string, string>();
  for (const [name, code] of pairs) {
    const plain = plainName(name ?? '');
    if (plain !== '' && !names.has(plain)) names.set(plain, code);
  }
  return names;
}

/** Whatever the case, accents, signs and article: `The U.S.A.` is `usa`, `Korea, Republic of` is `republic of korea`. */
function plainName(name: string): string {
  const [first = '', second] = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(', ');
  const words = second === undefined ? first : `${second} ${first}`;
  return words
    .replace(/&/g, ' and ')
    .replace(/[.'’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^the /, '');
}
