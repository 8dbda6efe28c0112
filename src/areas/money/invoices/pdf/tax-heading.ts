import type { InvoiceDocument } from '../document.ts';
import type { TaxDocument } from '../tax-document.ts';
import type { Fact, Heading } from './heading.ts';

const TITLES = { Invoice: 'Tax invoice', BillOfSupply: 'Bill of supply', CreditNote: 'Credit note' } as const;

/** Who charges no tax issues no tax invoice. */
const titleOfTax = ({ kind, registration }: TaxDocument): string =>
  kind === 'Invoice' && registration === 'Unregistered' ? 'Invoice' : TITLES[kind];

const numberLabel = ({ scheme }: TaxDocument): string => (scheme === 'gst' ? 'GSTIN' : 'VAT number');

/** What a document must show of its parties and its supply (CGST Rules, rules 46 and 53; Directive 2006/112/EC, article 226). */
export function taxHeadingOf(plain: Heading, tax: TaxDocument): Heading {
  const { seller, place, refers } = tax;
  const state = seller.state && `${seller.state_name} (${seller.state})`;
  return {
    ...plain,
    title: titleOfTax(tax),
    facts: [...plain.facts, ...placeFacts(tax, place), ...(refers ? refersFacts(refers) : [])],
    seller: {
      ...plain.seller,
      name: seller.legal_name,
      address: [seller.address, `${seller.city} ${seller.zipcode}`].join('\n'),
      ...(state ? { state } : {}),
      country: seller.country === 'IN' ? 'India' : seller.country,
    },
    sellerNumber: seller.tax_number === null ? undefined : `${numberLabel(tax)} ${seller.tax_number}`,
    buyerNumber: tax.buyer_tax_number === null ? undefined : `${numberLabel(tax)} ${tax.buyer_tax_number}`,
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
