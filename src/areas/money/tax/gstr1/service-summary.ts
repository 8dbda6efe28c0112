import { addLine, nothingAt, numeric, type RateAmounts, rateOf } from './rates.ts';
import type { MonthDocument } from './read-documents.ts';

interface Summed {
  readonly code: string;
  readonly toBusiness: boolean;
  readonly amounts: RateAmounts;
}

/** Table 12 of GSTR-1: what was supplied, by code and rate, less what was credited. */
export class ServiceSummary {
  readonly #sums = new Map<string, Summed>();

  add({ tax, nets }: MonthDocument): void {
    const toBusiness = tax.buyer_tax_number !== null;
    for (const [at, { code, taxes }] of tax.lines.entries()) {
      const rate = rateOf(taxes);
      const key = `${toBusiness} ${code} ${rate}`;
      const sum = this.#sums.get(key) ?? { code, toBusiness, amounts: nothingAt(rate) };
      this.#sums.set(key, sum);
      addLine(sum.amounts, nets[at] ?? '0', taxes);
    }
  }

  /** One list, and from May 2025 on one for supplies to businesses and one for those to consumers. */
  sections(month: string): Record<string, unknown> {
    const sums = [...this.#sums.values()];
    if (sums.length === 0) return {};
    if (month < '2025-05') return { hsn: { data: rowsOf(sums) } };
    const parts = { hsn_b2b: sums.filter((sum) => sum.toBusiness), hsn_b2c: sums.filter((sum) => !sum.toBusiness) };
    const given = Object.entries(parts).filter(([, part]) => part.length > 0);
    return { hsn: Object.fromEntries(given.map(([name, part]) => [name, rowsOf(part)])) };
  }
}

/** Services have no quantity: unit NA, quantity 0. */
const rowsOf = (sums: readonly Summed[]) =>
  sums.map(({ code, amounts }, at) => ({
    ...{ num: at + 1, hsn_sc: code, desc: '', uqc: 'NA', qty: 0, rt: amounts.rate.toNumber() },
    ...{ txval: numeric(amounts.txval), iamt: numeric(amounts.iamt), camt: numeric(amounts.camt) },
    ...{ samt: numeric(amounts.samt), csamt: 0 },
  }));
