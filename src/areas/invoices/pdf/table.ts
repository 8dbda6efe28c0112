import type { InvoiceLine } from '../document.ts';
import type { Style } from './pen.ts';
import { LEFT, RIGHT, type Sheet } from './sheet.ts';

const HEAD: Style = { size: 8, color: '#666666' };
const CELL: Style = { size: 9 };
const GAP = 6;
const AMOUNT = 58;
/** A longer description is truncated, so that a row always fits on a page. */
const MAX_LINES = 12;

const COLUMNS = [
  { title: 'Amount', of: 'amt' },
  { title: 'Discount', of: 'discount' },
  { title: 'Net', of: 'net' },
  { title: 'Tax', of: 'tax' },
  { title: 'Total', of: 'total' },
] as const;
const FIRST = RIGHT - COLUMNS.length * AMOUNT;
const NUMBER = { x: LEFT, width: 22 };
const DESCRIPTION = { x: LEFT + NUMBER.width, width: FIRST - LEFT - NUMBER.width - GAP };

/** Writes the lines of an invoice, with the heading repeated on each page. */
export function writeTable(sheet: Sheet, lines: readonly InvoiceLine[]): void {
  sheet.need(3 * sheet.pen.height(CELL));
  writeHead(sheet);
  sheet.onNewPage = () => writeHead(sheet);
  for (const [at, line] of lines.entries()) writeRow(sheet, at + 1, line);
  sheet.onNewPage = () => undefined;
  sheet.y += 8;
}

function writeHead(sheet: Sheet): void {
  const { pen, y } = sheet;
  pen.write('Description', { ...DESCRIPTION, y }, HEAD);
  for (const [at, { title }] of COLUMNS.entries()) pen.write(title, { ...amountAt(at), y }, HEAD);
  sheet.y += pen.height(HEAD) + 3;
  pen.rule(LEFT, RIGHT, sheet.y, 1);
  sheet.y += 4;
}

function writeRow(sheet: Sheet, number: number, line: InvoiceLine): void {
  const { pen } = sheet;
  const texts = pen.lines(line.description, DESCRIPTION.width, CELL);
  const shown = texts.length > MAX_LINES ? [...texts.slice(0, MAX_LINES - 1), '…'] : texts;
  const height = Math.max(shown.length, 1) * pen.height(CELL);
  sheet.need(height + 6);
  pen.write(String(number), { ...NUMBER, y: sheet.y }, { ...CELL, color: HEAD.color ?? '' });
  for (const [at, text] of shown.entries())
    pen.write(text, { ...DESCRIPTION, y: sheet.y + at * pen.height(CELL) }, CELL);
  for (const [at, { of }] of COLUMNS.entries()) pen.write(line[of], { ...amountAt(at), y: sheet.y }, CELL);
  sheet.y += height + 3;
  pen.rule(LEFT, RIGHT, sheet.y, 0.25);
  sheet.y += 3;
}

const amountAt = (column: number) => ({ x: FIRST + column * AMOUNT + GAP, width: AMOUNT - GAP, right: true });
