import { locale } from '../words/language.ts';
import { words } from '../words/words.ts';

/** An amount, exactly as the node wrote it, with a minus (−) below zero. */
export const money = (text: string, currency: string): string =>
  new Intl.NumberFormat(locale(), { style: 'currency', currency }).format(text as `${number}`).replace('-', '−');

export const isAbove0 = (text: string): boolean => /[1-9]/.test(text) && !text.startsWith('-');
export const isBelow0 = (text: string): boolean => /[1-9]/.test(text) && text.startsWith('-');
export const withoutSign = (text: string): string => text.replace(/^-/, '');

/** A calendar day, `yyyy-mm-dd`, for people. It has no zone. */
export const day = (text: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${text}T00:00:00Z`));

/** A calendar day within a sentence: `21 December`, with its year if that is not this one. */
export function dayInWords(text: string): string {
  const year = text.slice(0, 4) === String(new Date().getFullYear()) ? undefined : ('numeric' as const);
  const format = new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'long', year, timeZone: 'UTC' });
  return unbroken(format.format(new Date(`${text}T00:00:00Z`)));
}

/** A number stays on the line of its unit. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0');

/** A moment, ISO 8601, in the zone of the telephone. */
export const moment = (text: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(text));

const number = (value: number, digits: number) =>
  new Intl.NumberFormat(locale(), { maximumFractionDigits: digits }).format(value);

/** `12.4 GB`, `830 MB`. */
export function gigabytes(text: string | number): string {
  const gb = Number(text);
  if (gb !== 0 && gb < 1) return unbroken(`${number(gb * 1024, 0)} MB`);
  return unbroken(`${number(gb, gb < 100 ? 1 : 0)} GB`);
}

/** `12.4 of 400 GB`. */
export function ofGigabytes(used: string, total: string): string {
  const [part, whole] = [gigabytes(used), gigabytes(total)];
  return words.home.used(part.slice(-2) === whole.slice(-2) ? part.slice(0, -3) : part, whole);
}

/** Kilobits a second: `20 Mbit/s`. Plans count in thousands, or as NASes do in 1,024. */
export function speed(kbps: number): string {
  const thousand = kbps % 1000 !== 0 && kbps % 1024 === 0 ? 1024 : 1000;
  return unbroken(kbps >= thousand ? `${number(kbps / thousand, 1)} Mbit/s` : `${number(kbps, 0)} kbit/s`);
}

/** How long a plan lasts. */
export function lasting(length: string, unit: 'Day' | 'Month'): string {
  const count = number(Number(length), 3);
  return unit === 'Month' ? words.plan.forMonths(count) : words.plan.forDays(count);
}
