import { Decimal } from 'decimal.js';
import { IssuedDocuments } from './issued-documents.ts';
import { byRate, numeric, type RateAmounts, taxFields } from './rates.ts';
import type { MonthDocument } from './read-documents.ts';
import { ServiceSummary } from './service-summary.ts';

type Json = Record<string, unknown>;

/** Of invoices to consumers in another state, those above this are listed one by one (notification 12/2024, from August 2024). */
const largeFrom = (month: string): string => (month >= '2024-08' ? '100000' : '250000');

/**
 * The return of outward supplies (form GSTR-1) in the JSON of the offline tool. A document is in exactly one section: `b2b` and
 * `cdnr` to businesses, `b2cl` and `cdnur` large ones to consumers of other states, and `b2cs` sums the rest, less its credit
 * notes.
 */
export class Gstr1 {
  readonly #gstin: string;
  readonly #month: string;
  readonly #b2b = new Map<string, Json[]>();
  readonly #cdnr = new Map<string, Json[]>();
  readonly #b2cl = new Map<string, Json[]>();
  readonly #cdnur: Json[] = [];
  readonly #b2cs = new Map<string, { pos: string; isInter: boolean; amounts: RateAmounts }>();
  readonly #services = new ServiceSummary();
  readonly #issued = new IssuedDocuments();

  constructor({ gstin, month }: { gstin: string; month: string }) {
    this.#gstin = gstin;
    this.#month = month;
  }

  add(document: MonthDocument): void {
    this.#issued.add(document);
    this.#services.add(document);
    const { tax } = document;
    const isCredit = tax.kind === 'CreditNote';
    const buyer = tax.buyer_tax_number;
    if (buyer !== null) {
      if (isCredit) push(this.#cdnr, buyer, { ...this.#noteOf(document), ...typeOf(tax) });
      else push(this.#b2b, buyer, { ...this.#invoiceOf(document), pos: tax.place.code, ...typeOf(tax) });
    } else if (this.#isLarge(document)) {
      if (isCredit) this.#cdnur.push({ ...this.#noteOf(document), typ: 'B2CL' });
      else push(this.#b2cl, tax.place.code, this.#invoiceOf(document));
    } else this.#addSmall(document);
  }

  /** A credit note is where its invoice is. */
  #isLarge({ tax, total, credited }: MonthDocument): boolean {
    return tax.treatment === 'inter' && new Decimal(credited ?? total).greaterThan(largeFrom(this.#month));
  }

  #addSmall({ tax, nets }: MonthDocument): void {
    const isInter = tax.treatment === 'inter';
    for (const amounts of byRate(tax, nets)) {
      const key = `${tax.place.code} ${isInter} ${amounts.rate}`;
      const sum = this.#b2cs.get(key)?.amounts;
      if (!sum) this.#b2cs.set(key, { pos: tax.place.code, isInter, amounts });
      else for (const field of ['txval', 'iamt', 'camt', 'samt'] as const) sum[field] = sum[field].plus(amounts[field]);
    }
  }

  /** Its place of supply stands where its section wants it: `b2cl` has one for all invoices of a state. */
  #invoiceOf(document: MonthDocument): Json {
    const { documentNo: inum, issuedOn, total } = document;
    return { inum, idt: dayOf(issuedOn), val: numeric(total), itms: itemsOf(document, 1) };
  }

  /** Amounts of a credit note are written without a sign. */
  #noteOf(document: MonthDocument): Json {
    const { documentNo, issuedOn, total, tax } = document;
    const val = numeric(new Decimal(total).negated());
    const pos = tax.place.code;
    return { ntty: 'C', nt_num: documentNo, nt_dt: dayOf(issuedOn), val, pos, itms: itemsOf(document, -1) };
  }

  /** Sections without content are left out, as the portal does. */
  get json(): Json {
    const [year, month] = this.#month.split('-');
    const sections = {
      b2b: [...this.#b2b].map(([ctin, inv]) => ({ ctin, inv })),
      b2cl: [...this.#b2cl].map(([pos, inv]) => ({ pos, inv })),
      b2cs: [...this.#b2cs.values()].map(({ pos, isInter, amounts }) => ({
        ...{ sply_ty: isInter ? 'INTER' : 'INTRA', pos, typ: 'OE', rt: amounts.rate.toNumber() },
        ...taxFields(amounts, { isInter, sign: 1 }),
      })),
      cdnr: [...this.#cdnr].map(([ctin, nt]) => ({ ctin, nt })),
      cdnur: this.#cdnur,
    };
    const given = Object.entries(sections).filter(([, rows]) => rows.length > 0);
    return {
      ...{ gstin: this.#gstin, fp: `${month}${year}` },
      ...Object.fromEntries(given),
      ...this.#services.sections(this.#month),
      ...this.#issued.section,
    };
  }
}

/** Regular, or to a unit in a special economic zone with payment of the tax or without. */
const INVOICE_TYPES = { WithPayment: 'SEWP', WithoutPayment: 'SEWOP' } as const;

const typeOf = ({ reverse_charge, sez }: MonthDocument['tax']): Json => ({
  rchrg: reverse_charge ? 'Y' : 'N',
  inv_typ: sez ? INVOICE_TYPES[sez] : 'R',
});

/** Numbered by the rate, as the portal does: 1801 is the item of 18 %. */
const itemsOf = ({ tax, nets }: MonthDocument, sign: 1 | -1): Json[] =>
  byRate(tax, nets).map((amounts) => ({
    num: amounts.rate.times(100).plus(1).toNumber(),
    itm_det: { rt: amounts.rate.toNumber(), ...taxFields(amounts, { isInter: tax.treatment === 'inter', sign }) },
  }));

function push(groups: Map<string, Json[]>, key: string, row: Json): void {
  const rows = groups.get(key);
  if (rows) rows.push(row);
  else groups.set(key, [row]);
}

/** `dd-mm-yyyy` */
const dayOf = (day: string): string => day.split('-').reverse().join('-');
