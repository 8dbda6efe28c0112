import { sumOf } from '../../ui/money.ts';
import type { CodeRow, Gstr1Form, InvoiceOf, Items, NoteOf, Rated } from './form.ts';

/** Amounts as texts, so that their sums are exact. */
export interface Amounts {
  readonly taxable: string;
  readonly igst: string;
  readonly cgst: string;
  readonly sgst: string;
}

type Section = 'b2b' | 'b2cl' | 'b2cs' | 'cdnr' | 'cdnur';

export interface SectionRow extends Amounts {
  readonly section: Section;
  /** Undefined: the return does not count them. */
  readonly documents: number | undefined;
}

export interface DocumentRow extends Amounts {
  readonly number: string;
  /** `yyyy-mm-dd` */
  readonly day: string;
  /** The GSTIN of a business. */
  readonly buyer: string | undefined;
  /** The code of the state. */
  readonly place: string;
  readonly value: string;
}

export interface RateRow extends Amounts {
  /** A code of services, or of the state. */
  readonly code: string;
  readonly rate: number;
  /** Of codes from May 2025 on: to businesses, or to consumers. */
  readonly to: 'businesses' | 'consumers' | undefined;
}

type Sign = 1 | -1;

const textOf = (amount: number | undefined, sign: Sign = 1): string => ((amount ?? 0) * sign).toFixed(2);

const amountsOf = ({ txval, iamt, camt, samt }: Rated, sign: Sign = 1): Amounts => ({
  taxable: textOf(txval, sign),
  igst: textOf(iamt, sign),
  cgst: textOf(camt, sign),
  sgst: textOf(samt, sign),
});

export const totalOf = (rows: readonly Amounts[]): Amounts => ({
  taxable: sumOf(rows.map(({ taxable }) => taxable)),
  igst: sumOf(rows.map(({ igst }) => igst)),
  cgst: sumOf(rows.map(({ cgst }) => cgst)),
  sgst: sumOf(rows.map(({ sgst }) => sgst)),
});

/** All taxes of a row. */
export const taxOf = ({ igst, cgst, sgst }: Amounts): string => sumOf([igst, cgst, sgst]);

const ofItems = ({ itms }: Items, sign: Sign): Amounts => totalOf(itms.map(({ itm_det }) => amountsOf(itm_det, sign)));
const isoDay = (day: string): string => day.split('-').reverse().join('-');

interface Where {
  readonly buyer?: string;
  readonly place: string;
}

const ofInvoice = (invoice: InvoiceOf, { buyer, place }: Where): DocumentRow => ({
  ...{ number: invoice.inum, day: isoDay(invoice.idt), value: textOf(invoice.val), buyer, place },
  ...ofItems(invoice, 1),
});

/** The return writes a credit note without a sign; here it lowers the sums. */
const ofNote = (note: NoteOf, buyer?: string): DocumentRow => ({
  ...{ number: note.nt_num, day: isoDay(note.nt_dt), value: textOf(note.val, -1), buyer, place: note.pos },
  ...ofItems(note, -1),
});

/** The documents that the return lists one by one, by section. */
function documentsBySection({ b2b = [], b2cl = [], cdnr = [], cdnur = [] }: Gstr1Form) {
  return {
    b2b: b2b.flatMap(({ ctin, inv }) => inv.map((each) => ofInvoice(each, { buyer: ctin, place: each.pos }))),
    b2cl: b2cl.flatMap(({ pos, inv }) => inv.map((each) => ofInvoice(each, { place: pos }))),
    cdnr: cdnr.flatMap(({ ctin, nt }) => nt.map((each) => ofNote(each, ctin))),
    cdnur: cdnur.map((each) => ofNote(each)),
  };
}

export const documentsOf = (form: Gstr1Form): DocumentRow[] => Object.values(documentsBySection(form)).flat();

/** What each section sums to; sections without content are left out. */
export function sectionsOf(form: Gstr1Form): SectionRow[] {
  const { b2b, b2cl, cdnr, cdnur } = documentsBySection(form);
  const small = (form.b2cs ?? []).map((row) => amountsOf(row));
  const listed = (section: Section, rows: readonly DocumentRow[]): SectionRow[] =>
    rows.length === 0 ? [] : [{ section, documents: rows.length, ...totalOf(rows) }];
  return [
    ...listed('b2b', b2b),
    ...listed('b2cl', b2cl),
    ...(small.length === 0 ? [] : [{ section: 'b2cs' as const, documents: undefined, ...totalOf(small) }]),
    ...listed('cdnr', cdnr),
    ...listed('cdnur', cdnur),
  ];
}

/** Table 12: what was supplied, by code and rate. */
export function codesOf({ hsn = {} }: Gstr1Form): RateRow[] {
  const of = (rows: readonly CodeRow[] = [], to?: RateRow['to']) =>
    rows.map((row): RateRow => ({ code: row.hsn_sc, rate: row.rt, to, ...amountsOf(row) }));
  return [...of(hsn.data), ...of(hsn.hsn_b2b, 'businesses'), ...of(hsn.hsn_b2c, 'consumers')];
}

/** Small supplies to consumers, by state and rate. */
export const statesOf = ({ b2cs = [] }: Gstr1Form): RateRow[] =>
  b2cs.map((row) => ({ code: row.pos, rate: row.rt, to: undefined, ...amountsOf(row) }));

/** Table 13: the numbers that were issued. The fifth kind of documents are credit notes. */
export const issuedOf = ({ doc_issue }: Gstr1Form) =>
  (doc_issue?.doc_det ?? []).flatMap(({ doc_num, docs }) =>
    docs.map(({ from, to, totnum }) => ({ isCredit: doc_num === 5, from, to, count: totnum })),
  );
