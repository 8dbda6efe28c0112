import { csvLine } from '../../core/list/csv.ts';

/** What a spreadsheet would take for a formula; `csvLine` puts an apostrophe before it. */
const GUARDED = /^'['=+\-@\t\r]/;

/** A line that a spreadsheet may open, and from which `asWritten` gets each value back exactly. */
export const exactLine = (values: readonly string[]): string =>
  csvLine(values.map((value) => (value.startsWith("'") ? `'${value}` : value)));

/** A value without the apostrophe that guards it. */
export const asWritten = (value: string): string => (GUARDED.test(value) ? value.slice(1) : value);
