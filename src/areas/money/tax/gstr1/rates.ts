import { Decimal } from 'decimal.js';
import type { TaxDocument } from '../../invoices/tax-document.ts';

/** Taxable value and taxes of one rate. */
export interface RateAmounts {
  readonly rate: Decimal;
  txval: Decimal;
  iamt: Decimal;
  camt: Decimal;
  samt: Decimal;
}

const ZERO = new Decimal(0);

const FIELDS = { IGST: 'iamt', CGST: 'camt', SGST: 'samt', UTGST: 'samt' } as const;

type LineTaxes = TaxDocument['lines'][number]['taxes'];

/** The rate of a line is that of all its taxes together. */
export const rateOf = (taxes: LineTaxes): Decimal => Decimal.sum(ZERO, ...taxes.map(({ percent }) => percent));

export const nothingAt = (rate: Decimal): RateAmounts => ({ rate, txval: ZERO, iamt: ZERO, camt: ZERO, samt: ZERO });

export function addLine(amounts: RateAmounts, net: string, taxes: LineTaxes): void {
  amounts.txval = amounts.txval.plus(net);
  for (const { name, amt } of taxes) {
    const field = FIELDS[name as keyof typeof FIELDS];
    if (!field) throw new Error(`${name} is no tax under GST`);
    amounts[field] = amounts[field].plus(amt);
  }
}

/** The amounts of a document by rate; those of a credit note are below 0. */
export function byRate({ lines }: Pick<TaxDocument, 'lines'>, nets: readonly string[]): RateAmounts[] {
  const rates = new Map<string, RateAmounts>();
  for (const [at, { taxes }] of lines.entries()) {
    const rate = rateOf(taxes);
    const amounts = rates.get(rate.toString()) ?? nothingAt(rate);
    rates.set(rate.toString(), amounts);
    addLine(amounts, nets[at] ?? '0', taxes);
  }
  return [...rates.values()];
}

/** JSON wants numbers. An amount has two decimals and less than 15 digits, which a number holds exactly as written. */
export const numeric = (amount: Decimal | string): number => new Decimal(amount).toDecimalPlaces(2).toNumber();

/** As returns list them: only the taxes that apply, and always the cess, which access to the internet has not. */
export function taxFields(
  { txval, iamt, camt, samt }: RateAmounts,
  { isInter, sign }: { isInter: boolean; sign: 1 | -1 },
): Record<string, number> {
  const signed = (amount: Decimal) => numeric(amount.times(sign));
  const taxes = isInter ? { iamt: signed(iamt) } : { camt: signed(camt), samt: signed(samt) };
  return { txval: signed(txval), ...taxes, csamt: 0 };
}
