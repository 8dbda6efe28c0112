import { csvLine } from '../../../core/list/csv.ts';
import type { Report, ReportAnswer, Values } from './report.ts';
import { textsOf } from './texts.ts';

/** With the mark, spreadsheets read names in all scripts. */
export const csvHead = ({ columns }: Report): string => `\uFEFF${csvLine(Object.keys(columns))}`;

export function csvLines({ columns }: Report, rows: readonly Values[], zone: string): string {
  const all = Object.entries(columns);
  return rows.map((row) => csvLine(textsOf(all, row, zone))).join('');
}

/** No line of totals: a spreadsheet would add it to the others. */
export const reportCsv = (report: Report, { rows }: ReportAnswer, zone: string): Uint8Array =>
  new TextEncoder().encode(csvHead(report) + csvLines(report, rows, zone));
