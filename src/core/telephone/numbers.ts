import { createRequire } from 'node:module';
import type { CountryCode } from 'libphonenumber-js/max';
import { countryCodeOf } from '../country/codes.ts';
import { plainNumber } from './plain-text.ts';

/** A country whose numbers may be written without its code: ISO 3166-1 alpha-2. */
export type Region = CountryCode;

const require = createRequire(import.meta.url);

/** Loaded with the first number, so that a start reads a hundred files fewer. */
const library = (): typeof import('libphonenumber-js/max') => require('libphonenumber-js/max');

/** Null: no country is called that, or it has no numbers of its own. */
export function regionOf(country: string): Region | null {
  const code = countryCodeOf(country);
  return code !== null && library().isSupportedCountry(code) ? code : null;
}

const SEPARATORS = /[,;|]| (?:or|and|&) /i;
const MAX_NUMBERS = 5;

/**
 * The telephone numbers in a text, in E.164, in their order: `98111-22233` is `+919811122233` in India. Empty if it has none
 * that can exist. Extensions are left out. A number need not be in use: the tables know new series later than people do.
 * @param region null: only numbers with a `+` are understood
 */
export function numbersIn(text: string, region: Region | null): string[] {
  const parts = plainNumber(text).split(SEPARATORS).slice(0, MAX_NUMBERS);
  return [...new Set(parts.flatMap((part) => aroundSlash(part, region)))];
}

/** A slash is a sign within a number, `030/123456`, or stands between two. */
function aroundSlash(text: string, region: Region | null): string[] {
  const whole = readingOf(text, region);
  const parts = whole?.isValid ? [] : text.split('/').slice(0, MAX_NUMBERS);
  const several = parts.length > 1 ? parts.flatMap((part) => readingOf(part, region) ?? []) : [];
  const found = whole && !several.some(({ isValid }) => isValid) ? [whole] : several;
  return found.map(({ number }) => number);
}

interface Reading {
  readonly number: string;
  /** By the patterns of its country; otherwise it has as many digits as a number there can have. */
  readonly isValid: boolean;
}

/** A spreadsheet takes `9811122233` for a number, and writes `9811122233.0`. */
const DECIMAL = /^(\d+)\.0+$/;

function readingOf(text: string, region: Region | null): Reading | undefined {
  const typed = text.replace(/[()]/g, ' ').trim().replace(DECIMAL, '$1');
  const number = parsed(typed, region);
  if (!number) return undefined;
  if (number.isValid()) return { number: number.number, isValid: true };
  const called = withoutPlus(typed);
  if (called?.isValid()) return { number: called.number, isValid: true };
  return number.isPossible() ? { number: number.number, isValid: false } : undefined;
}

/** More digits than most countries have in a number, so the first may be the code of a country. */
const WITH_COUNTRY = 11;

/** People leave the `+` out, URLs lose it, and some exchanges dial the prefix of a trunk before it: `0919811122233`. */
function withoutPlus(typed: string) {
  const digits = typed.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length >= WITH_COUNTRY && !typed.includes('/') ? parsed(`+${digits}`, null) : undefined;
}

const parsed = (text: string, region: Region | null) =>
  library().parsePhoneNumberFromString(text, {
    extract: false,
    ...(region === null ? {} : { defaultCountry: region }),
  });
