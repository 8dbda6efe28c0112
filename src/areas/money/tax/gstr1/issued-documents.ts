import type { MonthDocument } from './read-documents.ts';

interface Series {
  first: number;
  last: number;
  count: number;
}

/** The kinds of documents by their number in table 13. */
const KINDS = [
  { kind: 'Invoice', doc_num: 1, doc_typ: 'Invoices for outward supply' },
  { kind: 'CreditNote', doc_num: 5, doc_typ: 'Credit Note' },
] as const;

/** Table 13 of GSTR-1: the numbers that were issued, by series. None is ever cancelled. */
export class IssuedDocuments {
  readonly #series = { Invoice: new Map<string, Series>(), CreditNote: new Map<string, Series>() };

  add({ tax: { kind, series: prefix, serial } }: MonthDocument): void {
    if (kind === 'BillOfSupply') return;
    const series = this.#series[kind].get(prefix) ?? { first: serial, last: serial, count: 0 };
    this.#series[kind].set(prefix, series);
    series.first = Math.min(series.first, serial);
    series.last = Math.max(series.last, serial);
    series.count += 1;
  }

  get section(): Record<string, unknown> {
    const doc_det = KINDS.filter(({ kind }) => this.#series[kind].size > 0).map(({ kind, doc_num, doc_typ }) => ({
      doc_num,
      doc_typ,
      docs: [...this.#series[kind]].map(([prefix, { first, last, count }], at) => ({
        ...{
          num: at + 1,
          from: `${prefix}${first}`,
          to: `${prefix}${last}`,
          totnum: count,
          cancel: 0,
          net_issue: count,
        },
      })),
    }));
    return doc_det.length > 0 ? { doc_issue: { doc_det } } : {};
  }
}
