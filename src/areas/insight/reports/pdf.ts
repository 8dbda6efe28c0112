import { LEFT, RIGHT, Sheet } from '../../money/invoices/pdf/sheet.ts';
import type { Column, ColumnKind } from './columns.ts';
import type { Report, ReportAnswer, Values } from './report.ts';
import { textsOf } from './texts.ts';

/** What stands above the table. */
export interface ReportHeading {
  /** The ISP, or the reseller whose part it is. */
  readonly owner: string;
  /** `From 2026-01-01 to 2026-01-31, INR`. */
  readonly about: string;
  readonly madeAt: Date;
}

const HEAD = { size: 7, color: '#666666' };
const CELL = { size: 8 };
const STRONG = { size: 8, weight: 'bold' } as const;
const GAP = 5;

/** How much of the width a column gets. */
const SHARES: Readonly<Record<ColumnKind, number>> = {
  ...{ day: 4, month: 3, text: 6, id: 3, ownerid: 3 },
  ...{ count: 3, money: 4.5, percent: 3, gigabytes: 4 },
};
const IS_NUMBER = new Set<ColumnKind>(['id', 'ownerid', 'count', 'money', 'percent', 'gigabytes']);

interface Place {
  readonly name: string;
  readonly column: Column;
  readonly x: number;
  readonly width: number;
  readonly right: boolean;
}

/** The report as a PDF file: a table with its totals. A value that is too wide for its column is set smaller. */
export async function reportPdf(
  { title, columns }: Report,
  { rows, total }: ReportAnswer,
  { owner, about, madeAt, zone }: ReportHeading & { readonly zone: string },
): Promise<Uint8Array> {
  const reference = [title, owner, about].join(', ');
  const sheet = new Sheet({ title, author: owner, createdAt: madeAt, reference });
  const { writer } = sheet;
  const whole = { x: LEFT, width: RIGHT - LEFT };
  writer.write(title, { ...whole, y: sheet.y }, { size: 16, weight: 'bold' });
  writer.write(owner, { ...whole, y: sheet.y + 24 }, { size: 10, weight: 'bold' });
  writer.write(about, { ...whole, y: sheet.y + 40 }, { size: 9 });
  sheet.y += 62;
  // People read the names.
  const places = placesOf(Object.entries(columns).filter(([, { namedBy }]) => namedBy === undefined));
  writeHead(sheet, places);
  sheet.onNewPage = () => writeHead(sheet, places);
  const all = places.map(({ name, column }) => [name, column] as const);
  for (const [at, row] of rows.entries()) {
    writeRow(sheet, places, textsOf(all, withNames(columns, row, owner), zone));
    // Others on this node want to work too.
    if (at % 100 === 99) await new Promise((resolve) => setImmediate(resolve));
  }
  if (all.some(([, { summed }]) => summed)) writeRow(sheet, places, totalsOf(all, total, zone), true);
  return sheet.finish();
}

function placesOf(all: readonly (readonly [string, Column])[]): Place[] {
  const shares = all.reduce((sum, [, { kind }]) => sum + SHARES[kind], 0);
  let x = LEFT;
  return all.map(([name, column]) => {
    const width = ((RIGHT - LEFT) * SHARES[column.kind]) / shares;
    const place = { name, column, x, width: width - GAP, right: IS_NUMBER.has(column.kind) };
    x += width;
    return place;
  });
}

/** A name wherever there is none: what has no reseller is the ISP's own, and a place that is gone is known by its code. */
function withNames(columns: Report['columns'], row: Values, owner: string): Values {
  const missing = Object.entries(columns).flatMap(([name, { kind, namedBy }]) => {
    if (namedBy === undefined || row[namedBy] !== null) return [];
    return [[namedBy, kind === 'ownerid' ? owner : kind === 'text' ? row[name] : null] as const];
  });
  return missing.length === 0 ? row : { ...row, ...Object.fromEntries(missing) };
}

function writeHead(sheet: Sheet, places: readonly Place[]): void {
  for (const { column, x, width, right } of places)
    sheet.writer.write(column.title, { x, width, right, y: sheet.y }, HEAD);
  sheet.y += sheet.writer.height(HEAD) + 3;
  sheet.writer.rule(LEFT, RIGHT, sheet.y, 1);
  sheet.y += 4;
}

function writeRow(sheet: Sheet, places: readonly Place[], texts: readonly string[], isTotal = false): void {
  const style = isTotal ? STRONG : CELL;
  sheet.need(sheet.writer.height(style) + 4);
  if (isTotal) sheet.writer.rule(LEFT, RIGHT, sheet.y - 1, 1);
  for (const [at, { x, width, right }] of places.entries())
    sheet.writer.write(texts[at] ?? '', { x, width, right, y: sheet.y }, style);
  sheet.y += sheet.writer.height(style) + 4;
}

function totalsOf(all: readonly (readonly [string, Column])[], total: ReportAnswer['total'], zone: string): string[] {
  const texts = textsOf(all, total, zone);
  return all.map(([, { summed }], at) => (summed ? (texts[at] ?? '') : at === 0 ? 'Total' : ''));
}
