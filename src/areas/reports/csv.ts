import { csvLine } from '../../core/list/csv.ts';
import type { Report, ReportAnswer } from './report.ts';
import { textsOf } from './texts.ts';

/** With the mark, spreadsheets read names in all scripts. No line of totals: a spreadsheet would add it to the others. */
export function reportCsv({ columns }: Report, { rows }: ReportAnswer, zone: string): Uint8Array {
  const all = Object.entries(columns);
  const lines = rows.map((row) => csvLine(textsOf(all, row, zone)));
  return new TextEncoder().encode(`\uFEFF${csvLine(all.map(([name]) => name))}${lines.join('')}`);
}
