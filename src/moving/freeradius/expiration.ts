import { addDays, isDay } from '../../core/zone.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Whether an attribute says when a subscriber may log in no longer; the second is of WISPr 1.0, in the form of ISO 8601. */
export const isExpiration = (name: string): boolean => /^(Expiration|WISPr-Session-Terminate-Time)$/i.test(name);

/** The orders in which FreeRADIUS and those who fill its tables write days. */
const FORMS: readonly [RegExp, (parts: RegExpExecArray) => (string | undefined)[]][] = [
  [/^(\d{1,2})[ -]([a-z]{3,9})[ -](\d{4})\b/i, ([, day, month, year]) => [year, month, day]],
  [/^([a-z]{3,9}) (\d{1,2}),? (\d{4})\b/i, ([, month, day, year]) => [year, month, day]],
  [/^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/, ([, year, month, day]) => [year, month, day]],
  // RouterOS before 7.10.
  [/^([a-z]{3})\/(\d{1,2})\/(\d{4})\b/i, ([, month, day, year]) => [year, month, day]],
];
/** What follows a day: its time may be its first second, wherever that is. */
const OFFSET = /(z|[+-]\d\d:?(\d\d)?)$/i;

/**
 * The last day on which `Expiration` or `WISPr-Session-Terminate-Time` lets a subscriber log in, `yyyy-mm-dd`; undefined if it
 * cannot be read. FreeRADIUS takes a day without a time as its first second, so that the day before is the last one.
 */
export function lastDayOf(expiration: string): string | undefined {
  const end = endOf(expiration);
  return end && (end.isAtMidnight ? addDays(end.day, -1) : end.day);
}

/** The day of an end, and whether it is its first second. */
export function endOf(expiration: string): { readonly day: string; readonly isAtMidnight: boolean } | undefined {
  const text = expiration.trim();
  if (/^\d{9,10}$/.test(text)) return endOf(new Date(Number(text) * 1_000).toISOString().replace('T', ' '));
  for (const [form, parts] of FORMS) {
    const found = form.exec(text);
    if (!found) continue;
    const [year = '', month = '', date = ''] = parts(found);
    const number = /^\d/.test(month) ? Number(month) : MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
    const day = `${year}-${String(number).padStart(2, '0')}-${date.padStart(2, '0')}`;
    if (!isDay(day)) return undefined;
    return { day, isAtMidnight: !/[1-9]/.test(text.slice(found[0].length).replace(OFFSET, '')) };
  }
  return undefined;
}
