import type { InvoiceDocument } from '../document.ts';
import type { TaxDocument } from '../tax-document.ts';
import type { Column, Columns } from './table.ts';

const PLAIN: Columns = {
  width: 58,
  columns: [
    { title: 'Amount', of: ({ amt }) => amt },
    { title: 'Discount', of: ({ discount }) => discount },
    { title: 'Net', of: ({ net }) => net },
    { title: 'Tax', of: ({ tax }) => tax },
    { title: 'Total', of: ({ total }) => total },
  ],
};

/** The taxes of a tax document stay: a rate of 0 is told too. */
const MAY_BE_EMPTY = new Set(['SAC', 'Discount', 'Tax']);

/** More taxes than these are shown in the sums only. */
const MAX_TAXES = 3;

/** Without those that say nothing, or what the amount says: without a discount the net amount is the amount, unless prices include tax. */
export function columnsOf({ tax, lines }: InvoiceDocument): Columns {
  const { width, columns } = tax ? taxColumnsOf(tax) : PLAIN;
  const isSaid = ({ title, of }: Column): boolean => {
    if (title === 'Net') return lines.some(({ amt, net }) => amt !== net);
    return !MAY_BE_EMPTY.has(title) || lines.some((line, at) => !/^[0.]*$/.test(of(line, at)));
  };
  return { width, columns: columns.filter(isSaid) };
}

/** Code, discount and taxable value of each line, rate and amount of each tax, and the total. */
function taxColumnsOf({ scheme, lines }: TaxDocument): Columns {
  const names = [...new Set(lines.flatMap(({ taxes }) => taxes.map(({ name, percent }) => `${name} ${percent} %`)))];
  const taxes = names.slice(0, MAX_TAXES).map(
    (title): Column => ({
      title,
      of: (_, at) => lines[at]?.taxes.find(({ name, percent }) => `${name} ${percent} %` === title)?.amt ?? '0.00',
    }),
  );
  return {
    width: 52,
    columns: [
      ...(scheme === 'gst' ? [{ title: 'SAC', of: (_: unknown, at: number) => lines[at]?.code ?? '' }] : []),
      { title: 'Discount', of: ({ discount }) => discount },
      { title: 'Taxable', of: ({ net }) => net },
      ...taxes,
      { title: 'Total', of: ({ total }) => total },
    ],
  };
}
