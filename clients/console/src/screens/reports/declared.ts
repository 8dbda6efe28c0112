import { choiceWord } from '../../ui/choice-word.ts';
import { day, isDay, monthName } from '../../ui/day.ts';
import { money } from '../../ui/money.ts';
import type { DeclaredReport } from '../../ui/report-title.ts';
import { count, gigabytes } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';

export type Declared = DeclaredReport;
export type DeclaredColumn = Declared['columns'][number];
export type Values = Readonly<Record<string, unknown>>;

/** What the node answers to every report. */
export interface ReportAnswer {
  readonly rows: readonly Values[];
  readonly total: Values;
  readonly count: number;
  /** Null: just now. */
  readonly prepared_at: Date | null;
}

/** A report with the parameters that are chosen. */
export interface AskedReport {
  readonly report: Declared;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Where its answer comes from. Without a choice the node decides. */
export const sourceIn = (address: Readonly<Record<string, string>>): { source?: string } =>
  address.source === 'live' || address.source === 'prepared' ? { source: address.source } : {};

export const headingOf = ({ name, title }: DeclaredColumn): string => words.reports.columns[name] ?? title;

/** What it is, for people; of a report that has no words yet, as the node says it in English. */
export const aboutOf = ({ name, description }: Declared): string =>
  words.reports.about[name] ?? description.replaceAll('`', '');

/** What people read: names instead of ids and codes. */
export const columnsToRead = ({ columns }: Declared): DeclaredColumn[] =>
  columns.filter(({ named_by }) => named_by === null);

/** The words of values that the node writes as codes, by their columns. */
const statusWord = (value: string) => (words.status as Readonly<Record<string, string>>)[value] ?? value;
const WORDED: Readonly<Record<string, (value: string) => string>> = {
  mode: (value) => (words.preview.modes as Readonly<Record<string, string>>)[value] ?? value,
  status: statusWord,
  was: statusWord,
  becomes: statusWord,
  prepaid_postpaid: choiceWord,
  month: (value) => (isDay(`${value}-01`) ? monthName(value) : value),
  hour: (value) => `${value.padStart(2, '0')}:00`,
};

/** A value for people. */
export function shown({ name, kind }: DeclaredColumn, value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  const worded = WORDED[name];
  if (worded) return worded(text);
  switch (kind) {
    case 'day':
      return day(text);
    case 'money':
      return money(text);
    case 'gigabytes':
      return gigabytes(Number(text));
    case 'count':
      return count(Number(text));
    case 'percent':
      return `${text} %`;
    default:
      return text;
  }
}

/** A value of a row. Without a reseller the row is the ISP's own; a deleted location is shown by its code. */
export function cellText({ columns }: Declared, row: Values, { column, isp }: { column: DeclaredColumn; isp: string }) {
  const value = row[column.name];
  if (value !== null && value !== undefined) return shown(column, value);
  const code = columns.find(({ named_by }) => named_by === column.name);
  if (code?.kind === 'ownerid') return isp;
  if (code?.kind === 'text') return shown(code, row[code.name]);
  return code ? words.reports.nobody : '';
}

/** Numbers stand below each other. */
export const isNumber = ({ name, kind }: DeclaredColumn): boolean =>
  !(name in WORDED) && !['day', 'month', 'text'].includes(kind);
