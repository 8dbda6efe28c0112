import { z } from 'zod';
import { REGISTRATIONS, SCHEMES, SEZ_SUPPLIES } from '../tax/vocabulary.ts';

const text = z.string();
const unset = text.nullable();

const taxAmount = z.object({ name: text, percent: text, amt: text });

/** `invoice.tax_document`: what `areas/money/tax/tax-document.ts` makes, with what only the database knows. */
export const taxDocument = z.object({
  scheme: z.enum(SCHEMES),
  kind: z.enum(['Invoice', 'BillOfSupply', 'CreditNote']),
  treatment: z.enum(['intra', 'inter', 'domestic', 'reverse', 'exempt']),
  registration: z.enum(REGISTRATIONS),
  /** To a unit in a special economic zone. */
  sez: z.enum(SEZ_SUPPLIES).optional(),
  reverse_charge: z.boolean(),
  note: unset,
  seller: z.object({
    legal_name: text,
    ...{ address: text, city: text, zipcode: text, state: unset, state_name: unset, country: text, tax_number: unset },
  }),
  buyer_tax_number: unset,
  /** Place of supply. */
  place: z.object({ code: text, name: text }),
  /** In the order of the lines. */
  lines: z.array(z.object({ code: text, taxes: z.array(taxAmount) })),
  /** The number of the document without its prefix, and the prefix. */
  series: text,
  serial: z.int(),
  /** The invoice that a credit note is about. */
  refers: z.object({ id: z.int(), document_no: text, issued_on: text }).nullable(),
});

export type TaxDocument = z.output<typeof taxDocument>;

/** What the Invoice Registration Portal answered. */
export interface Registration {
  readonly irn: string;
  readonly ackNo: string | null;
  readonly ackOn: Date | null;
  readonly signedQr: string | null;
}
