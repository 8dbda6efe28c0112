import type { InvoiceLine } from '../document.ts';
import { LEFT, RIGHT, type Sheet } from './sheet.ts';
import { shownAmount } from './shown-amount.ts';
import type { Style } from './text-writer.ts';

const HEAD: Style = { size: 8, color: '#666666' };
const CELL: Style = { size: 9 };
const GAP = 6;
/** A longer description is truncated, so that a row always fits on a page. */
const MAX_LINES = 12;

/** A column of amounts, or of short texts: the value of each line. */
export interface Column {
  readonly title: string;
  readonly of: (line: InvoiceLine, at: number) => string;
}

/** Columns of one width at the right; the description takes the rest. */
export interface Columns {
  readonly width: number;
  readonly columns: readonly Column[];
}

const NUMBER = { x: LEFT, width: 22 };
const firstOf = ({ columns, width }: Columns): number => RIGHT - columns.length * width;
const descriptionOf = (columns: Columns) => ({
  x: LEFT + NUMBER.width,
  width: firstOf(columns) - LEFT - NUMBER.width - GAP,
});

/** Writes the lines of an invoice, with the heading repeated on each page. */
export function writeTable(sheet: Sheet, lines: readonly InvoiceLine[], columns: Columns): void {
  sheet.need(3 * sheet.writer.height(CELL));
  writeHead(sheet, columns);
  sheet.onNewPage = () => writeHead(sheet, columns);
  for (const [at, line] of lines.entries()) writeRow(sheet, { columns, line, at });
  sheet.onNewPage = () => undefined;
  sheet.y += 8;
}

function writeHead(sheet: Sheet, columns: Columns): void {
  const { writer, y } = sheet;
  writer.write('Description', { ...descriptionOf(columns), y }, HEAD);
  for (const [at, { title }] of columns.columns.entries()) writer.write(title, { ...amountAt(columns, at), y }, HEAD);
  sheet.y += writer.height(HEAD) + 3;
  writer.rule(LEFT, RIGHT, sheet.y, 1);
  sheet.y += 4;
}

/** `Fast 20: Internet`, and below it the days. */
function describe({ plan, days, description }: InvoiceLine): string {
  const named = plan === null || description.startsWith(plan) ? description : `${plan}: ${description}`;
  return days === null ? named : `${named}\n${days.join(' – ')}`;
}

interface Row {
  readonly columns: Columns;
  readonly line: InvoiceLine;
  readonly at: number;
}

function writeRow(sheet: Sheet, { columns, line, at: place }: Row): void {
  const { writer } = sheet;
  const description = descriptionOf(columns);
  const texts = writer.lines(describe(line), description.width, CELL);
  const shown = texts.length > MAX_LINES ? [...texts.slice(0, MAX_LINES - 1), '…'] : texts;
  const height = Math.max(shown.length, 1) * writer.height(CELL);
  sheet.need(height + 6);
  writer.write(String(place + 1), { ...NUMBER, y: sheet.y }, { ...CELL, color: HEAD.color ?? '' });
  for (const [at, text] of shown.entries())
    writer.write(text, { ...description, y: sheet.y + at * writer.height(CELL) }, CELL);
  for (const [at, { of }] of columns.columns.entries())
    writer.write(shownAmount(of(line, place)), { ...amountAt(columns, at), y: sheet.y }, CELL);
  sheet.y += height + 3;
  writer.rule(LEFT, RIGHT, sheet.y, 0.25);
  sheet.y += 3;
}

const amountAt = (columns: Columns, at: number) => ({
  x: firstOf(columns) + at * columns.width + GAP,
  width: columns.width - GAP,
  right: true,
});
