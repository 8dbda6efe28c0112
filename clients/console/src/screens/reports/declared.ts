import type { Path, Row } from '../../api/client.ts';
import { addDays, day, today } from '../../ui/day.ts';
import type { Filter } from '../../ui/filters.ts';
import { money } from '../../ui/money.ts';
import { count, gigabytes } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';

/** A report as the node declares it. */
export type Declared = Row<'report.list'>;
export type DeclaredColumn = Declared['columns'][number];
type Values = Readonly<Record<string, unknown>>;

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

export const pathOf = ({ name }: Declared): Path => `report.${name}` as Path;

export const titleOf = ({ name, title }: Pick<Declared, 'name' | 'title'>): string =>
  words.reports.names[name] ?? title;
export const headingOf = ({ name, title }: DeclaredColumn): string => words.reports.columns[name] ?? title;

/** The parameters of a report without a choice: the running month, a week. */
export function defaultsOf({ parameters }: Declared): Record<string, string> {
  const now = today();
  const values = { from: `${now.slice(0, 8)}01`, to: now, days: '7', until: addDays(now, 7), top: '50' };
  return Object.fromEntries(parameters.map((name) => [name, values[name]]));
}

export function filtersOf({ parameters }: Declared): Filter[] {
  const isNumber = (name: string) => name === 'days' || name === 'top';
  return parameters.map((name) => ({
    ...{ key: name, label: words.reports[name], pinned: true },
    kind: isNumber(name) ? 'number' : 'day',
  }));
}

/** A value for people. */
export function shown({ kind }: DeclaredColumn, value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
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

/** Numbers stand below each other. */
export const isNumber = ({ kind }: DeclaredColumn): boolean => !['day', 'month', 'text'].includes(kind);
