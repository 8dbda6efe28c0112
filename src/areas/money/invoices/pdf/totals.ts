import type { Money } from '../../../../core/money.ts';
import type { InvoiceDocument } from '../document.ts';
import { amountInWords } from './amount-in-words.ts';
import { LEFT, RIGHT, type Sheet } from './sheet.ts';
import { shownAmount } from './shown-amount.ts';
import type { Style } from './text-writer.ts';

const PLAIN: Style = { size: 9 };
export const STRONG: Style = { size: 11, weight: 'bold' };
const LABEL = { x: RIGHT - 230, width: 130 };
const VALUE = { x: RIGHT - 100, width: 100, right: true };

export type Sum = readonly [label: string, value: string, style: Style];

/** Writes net, taxes, total and what is paid of it, together on one page. */
export function writeTotals(sheet: Sheet, invoice: InvoiceDocument): void {
  writeSums(sheet, sumsOf(invoice));
  writeWords(sheet, invoice.total, invoice.currency);
}

/** The amount in words, where that is the custom. */
export function writeWords(sheet: Sheet, amt: Money, currency: string): void {
  const { writer } = sheet;
  sheet.y += 6;
  for (const line of writer.lines(amountInWords(amt, currency) ?? '', RIGHT - LEFT, PLAIN)) {
    sheet.need(writer.height(PLAIN));
    writer.write(line, { x: LEFT, y: sheet.y, width: RIGHT - LEFT }, PLAIN);
    sheet.y += writer.height(PLAIN);
  }
}

/** Writes labels and amounts below each other, a rule above the strong ones. */
export function writeSums(sheet: Sheet, sums: readonly Sum[]): void {
  const { writer } = sheet;
  const heightOf = ([, , style]: Sum) => writer.height(style) + 2;
  sheet.need(sums.reduce((sum, each) => sum + heightOf(each), 0));
  for (const sum of sums) {
    const [label, value, style] = sum;
    sheet.need(heightOf(sum));
    if (style === STRONG) writer.rule(LABEL.x, RIGHT, sheet.y);
    writer.write(label, { ...LABEL, y: sheet.y + 1 }, style);
    writer.write(shownAmount(value), { ...VALUE, y: sheet.y + 1 }, style);
    sheet.y += heightOf(sum);
  }
}

function sumsOf({ net, taxes, total, paid, open, currency, dueOn, isCredit }: InvoiceDocument): Sum[] {
  return [
    ['Net', net, PLAIN],
    ...taxes.map(({ name, percent, amt }): Sum => [percent === '' ? name : `${name} ${percent} %`, amt, PLAIN]),
    ['Total', `${currency} ${total}`, STRONG],
    ...(isCredit
      ? []
      : ([
          ['Paid', paid, PLAIN],
          [Number(open) > 0 ? `To pay by ${dueOn}` : 'To pay', `${currency} ${open}`, STRONG],
        ] satisfies Sum[])),
  ];
}
