import { stateName } from './states.ts';
import type { Supply, TaxSeller } from './supply.ts';
import type { SezSupply } from './vocabulary.ts';

interface TaxAmount {
  readonly name: string;
  readonly percent: string;
  readonly amt: string;
}

/** What an invoice stores for its tax document, apart from what only the database knows: its number and the invoice it refers to. */
export interface IssuedTaxDocument {
  readonly scheme: Supply['scheme'];
  readonly kind: 'Invoice' | 'BillOfSupply' | 'CreditNote';
  readonly treatment: Supply['treatment'];
  readonly registration: TaxSeller['registration'];
  readonly reverse_charge: boolean;
  readonly note: string | null;
  readonly seller: {
    readonly legal_name: string;
    readonly address: string;
    readonly city: string;
    readonly zipcode: string;
    readonly state: string | null;
    readonly state_name: string | null;
    readonly country: string;
    readonly tax_number: string | null;
  };
  readonly buyer_tax_number: string | null;
  readonly place: { readonly code: string; readonly name: string };
  readonly lines: readonly { readonly code: string; readonly taxes: readonly TaxAmount[] }[];
  readonly sez?: SezSupply;
}

interface Issued {
  readonly supply: Supply;
  readonly seller: TaxSeller;
  /** Is its total below 0? */
  readonly isCredit: boolean;
  readonly lines: IssuedTaxDocument['lines'];
}

export function taxDocumentOf({ supply, seller, isCredit, lines }: Issued): IssuedTaxDocument {
  const { scheme, treatment, place } = supply;
  const isIndian = scheme === 'gst';
  return {
    scheme,
    kind: isCredit ? 'CreditNote' : seller.registration === 'Composition' ? 'BillOfSupply' : 'Invoice',
    treatment,
    registration: seller.registration,
    reverse_charge: treatment === 'reverse',
    note: noteOf(supply, seller),
    seller: {
      legal_name: seller.legalName,
      address: seller.address,
      city: seller.city,
      zipcode: seller.zipcode,
      state: isIndian ? seller.state : null,
      state_name: isIndian && seller.state ? stateName(seller.state) : null,
      country: seller.country,
      tax_number: seller.registration === 'Unregistered' ? null : seller.taxNumber,
    },
    buyer_tax_number: supply.buyer,
    place: { code: place, name: isIndian ? stateName(place) : place },
    lines,
    ...(supply.sez && { sez: supply.sez }),
  };
}

const SEZ_NOTES = {
  WithPayment: 'Supply meant for SEZ unit or SEZ developer for authorised operations on payment of integrated tax.',
  WithoutPayment:
    'Supply meant for SEZ unit or SEZ developer for authorised operations under bond or letter of undertaking without payment of integrated tax.',
} as const;

/** Prescribed texts: CGST Rules, rule 5 (composition) and rule 46 (zones); Directive 2006/112/EC, article 226 (11a). */
function noteOf({ scheme, treatment, sez }: Supply, { registration }: TaxSeller): string | null {
  if (sez) return SEZ_NOTES[sez];
  if (treatment === 'reverse')
    return 'Reverse charge: the recipient accounts for the VAT (Directive 2006/112/EC, article 196).';
  if (treatment !== 'exempt') return null;
  if (scheme === 'vat') return 'No VAT is charged: the seller is exempt.';
  return registration === 'Composition' ? 'Composition taxable person, not eligible to collect tax on supplies.' : null;
}
