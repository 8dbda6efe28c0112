/**
 * A spreadsheet takes these for the beginning of a formula, some the wide forms as well, and a formula can send what is in the
 * sheet elsewhere.
 */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;
const SPECIAL = /[",\r\n]|^\s|\s$/;

/** A line of CSV (RFC 4180). A text that a spreadsheet would execute gets an apostrophe, which spreadsheets do not show. */
export function csvLine(values: readonly string[]): string {
  return `${values.map(field).join(',')}\r\n`;
}

function field(value: string): string {
  const harmless = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value;
  return SPECIAL.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
