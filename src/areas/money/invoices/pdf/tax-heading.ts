import type { InvoiceDocument } from '../document.ts';
import type { TaxDocument } from '../tax-document.ts';
import type { Fact, Heading } from './heading.ts';
import { placeLines } from './postal.ts';

const TITLES = { Invoice: 'Tax invoice', BillOfSupply: 'Bill of supply', CreditNote: 'Credit note' } as const;

/** Who charges no tax issues no tax invoice. */
const titleOfTax = ({ kind, registration }: TaxDocument): string =>
  kind === 'Invoice' && registration === 'Unregistered' ? 'Invoice' : TITLES[kind];

const NUMBER_LABELS = { gst: 'GSTIN', vat: 'VAT number', none: 'Tax number' } as const;

/** A seller as the tax office knows it. `none`: under no scheme, so its documents have no taxes of one. */
export interface LegalSeller {
  readonly scheme: keyof typeof NUMBER_LABELS;
  readonly seller: TaxDocument['seller'];
}

/** Names the legal seller, with its address and its tax number. */
export function legalHeadingOf(plain: Heading, { scheme, seller }: LegalSeller): Heading {
  const { city, zipcode, country } = seller;
  const state = seller.state && `${seller.state_name} (${seller.state})`;
  return {
    ...plain,
    seller: {
      ...plain.seller,
      name: seller.legal_name,
      address: [seller.address, ...placeLines({ city, zipcode }, country)].join('\n'),
      ...(state ? { state } : {}),
      country,
    },
    sellerNumber: seller.tax_number === null ? undefined : `${NUMBER_LABELS[scheme]} ${seller.tax_number}`,
  };
}

/** What a document must show of its parties and its supply (CGST Rules, rules 46 and 53; Directive 2006/112/EC, article 226). */
export function taxHeadingOf(plain: Heading, tax: TaxDocument): Heading {
  const { scheme, place, refers, buyer_tax_number: number } = tax;
  return {
    ...legalHeadingOf(plain, tax),
    title: titleOfTax(tax),
    facts: [...plain.facts, ...placeFacts(tax, place), ...(refers ? refersFacts(refers) : [])],
    buyerNumber: number === null ? undefined : `${NUMBER_LABELS[scheme]} ${number}`,
  };
}

function placeFacts({ scheme, reverse_charge }: TaxDocument, { code, name }: TaxDocument['place']): Fact[] {
  const shown = scheme === 'gst' ? `${code} ${name}` : code;
  return [
    ['Place of supply', shown],
    ['Reverse charge', reverse_charge ? 'Yes' : 'No'],
  ];
}

const refersFacts = ({ document_no, issued_on }: NonNullable<TaxDocument['refers']>): Fact[] => [
  ['For invoice', document_no],
  ['Of', issued_on],
];

/** As the file is named and the pages refer to it. */
export const titleOf = ({ isCredit, tax }: InvoiceDocument): string =>
  tax ? titleOfTax(tax) : isCredit ? 'Credit note' : 'Invoice';
