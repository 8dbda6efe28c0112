import { addDays, isDay, monthName } from '../../ui/day.ts';
import { words } from '../../words/words.ts';
import { type AskedReport, cellText, type DeclaredColumn, type ReportAnswer, shown, type Values } from './declared.ts';
import { lengthOf } from './periods.ts';

/** One thing that a chart compares with others. */
export interface Bar {
  readonly label: string;
  /** Of the columns of the chart, in their order. */
  readonly values: readonly number[];
}

export interface Bars {
  readonly columns: readonly DeclaredColumn[];
  readonly bars: readonly Bar[];
  /** Beside each other from the left to the right, since they follow each other in time. */
  readonly inTime: boolean;
}

/** More names are one bar together, so that each can be read. */
const MAX_NAMES = 10;
/** More days are summed by month, so that each bar can be pointed at. */
const MAX_DAYS = 62;

interface Charted extends AskedReport {
  readonly answer: ReportAnswer;
  /** The name of the ISP. */
  readonly isp: string;
}

/** What the chart of a report shows. Undefined: it has none, or its rows do not tell more in a chart. */
export function barsOf({ report, input, answer, isp }: Charted): Bars | undefined {
  const { chart } = report;
  const by = report.columns.find(({ name }) => name === chart?.by);
  const columns = report.columns.filter(({ name }) => chart?.of.includes(name));
  // Of a part of the rows it would be wrong.
  if (!by || columns.length === 0 || answer.rows.length < answer.count) return undefined;
  const valuesOf = (row: Values) => columns.map(({ name }) => Number(row[name] ?? 0));
  const barOf = (row: Values): Bar => ({
    label: cellText(report, row, { column: by, isp }),
    values: valuesOf(row),
  });
  const inTime = by.kind !== 'text';
  const bars =
    by.kind === 'day'
      ? dayBars(new Map(answer.rows.map((row) => [String(row[by.name]), valuesOf(row)])), { by, columns, input })
      : inTime
        ? answer.rows.map(barOf)
        : largest(answer.rows.map(barOf));
  return bars.length > 1 && bars.some(({ values }) => values.some((value) => value !== 0))
    ? { columns, bars, inTime }
    : undefined;
}

interface DayChart {
  readonly by: DeclaredColumn;
  readonly columns: readonly DeclaredColumn[];
  readonly input: AskedReport['input'];
}

/** Every day of the report, also those of which it has no row; by month if they are many. */
function dayBars(byDay: ReadonlyMap<string, readonly number[]>, { by, columns, input }: DayChart): Bar[] {
  const days = [...byDay.keys()].sort();
  const from = dayOr(input.from, days[0]);
  const to = dayOr(input.to ?? input.until, days.at(-1));
  if (from === undefined || to === undefined) return [];
  const none = columns.map(() => 0);
  const all = Array.from({ length: lengthOf({ from, to }) }, (_, at) => addDays(from, at));
  const bars = all.map((day) => ({ day, values: byDay.get(day) ?? none }));
  if (all.length <= MAX_DAYS) return bars.map(({ day, values }) => ({ label: shown(by, day), values }));
  const months = [...new Set(all.map((day) => day.slice(0, 7)))];
  return months.map((month) => ({
    label: monthName(month),
    values: sums(bars.filter(({ day }) => day.startsWith(month))) ?? none,
  }));
}

const dayOr = (given: unknown, found: string | undefined): string | undefined =>
  typeof given === 'string' && isDay(given) ? given : found;

/** The largest by their names, then all others together. */
function largest(bars: readonly Bar[]): Bar[] {
  const size = ({ values }: Bar) => values.reduce((sum, value) => sum + value, 0);
  const sorted = [...bars].sort((one, other) => size(other) - size(one));
  const [first, others] = [sorted.slice(0, MAX_NAMES), sorted.slice(MAX_NAMES)];
  const sum = sums(others);
  return sum ? [...first, { label: words.reports.others(String(others.length)), values: sum }] : first;
}

/** The sums of each column. Undefined: of nothing. */
const sums = (bars: readonly Pick<Bar, 'values'>[]): number[] | undefined =>
  bars.reduce<number[] | undefined>(
    (sum, { values }) => values.map((value, at) => value + (sum?.[at] ?? 0)),
    undefined,
  );

/** A value of a bar for people: amounts to the cent, which their sums keep. */
export const barText = (column: DeclaredColumn, value: number): string =>
  shown(column, column.kind === 'money' ? value.toFixed(2) : value);
