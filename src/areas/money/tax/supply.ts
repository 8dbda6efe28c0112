import { Decimal } from 'decimal.js';
import { stateOfGstin } from './gstin.ts';
import { stateCodeOf, stateTaxName } from './states.ts';
import { isTaxNumber, plainTaxNumber } from './tax-number.ts';
import { countryOfVatId } from './vat-id.ts';
import type { Registration, Scheme, SezSupply } from './vocabulary.ts';

/**
 * `intra`: seller and place of supply in one state, CGST and SGST. `inter`: in two, IGST. `domestic`: VAT of the seller's country.
 * `reverse`: the customer accounts for the VAT. `exempt`: the seller charges no tax.
 */
export type Treatment = 'intra' | 'inter' | 'domestic' | 'reverse' | 'exempt';

/** What a charge was taxed as. Stored with it, so that a later credit is taxed the same. */
export interface Supply {
  readonly scheme: Scheme;
  readonly treatment: Treatment;
  /** Place of supply: the code of a state (GST) or of a country (VAT). */
  readonly place: string;
  /** The tax number of the customer, if it is a business. */
  readonly buyer: string | null;
  /** Of what was sold (SAC). */
  readonly code: string;
  /** To a unit in a special economic zone. */
  readonly sez?: SezSupply;
  /** The invoice that this charge credits. */
  readonly credits?: number;
}

/** Charges that may have a code of their own. */
export type CodedCharge = 'installation' | 'topup' | 'lateFee';

/** Who sells, to the tax office: a row of `crm.tax_seller` with a scheme. */
export interface TaxSeller {
  readonly sellerId: number;
  readonly scheme: Scheme;
  readonly registration: Registration;
  readonly legalName: string;
  readonly address: string;
  readonly city: string;
  readonly zipcode: string;
  readonly state: string | null;
  readonly country: string;
  readonly taxNumber: string | null;
  readonly taxCode: string;
  /** Of some charges; null: `taxCode`. */
  readonly taxCodes?: Readonly<Record<CodedCharge, string | null>>;
  readonly invoiceTemplate: string;
  readonly creditTemplate: string;
  /** The month in which the financial year begins. */
  readonly yearStart: number;
}

/** What is known of the customer. */
export interface TaxBuyer {
  /** Numbers that were given for it; the first valid one counts. */
  readonly taxIds: readonly (string | null)[];
  /** The state of the installation, else of the customer, as it was written. */
  readonly state: string | null;
  /** If it is a unit in a special economic zone. */
  readonly sez?: SezSupply | null;
}

interface Rate {
  readonly name: string;
  readonly percent: string;
}

/** A sale under a scheme: what it is taxed as, and by which taxes. `listed`: the taxes of the ISP's settings. */
export function supplyOf(
  seller: TaxSeller,
  buyer: TaxBuyer,
  listed: readonly Rate[],
): { supply: Supply; rates: Rate[] } {
  const number = buyer.taxIds
    .map((given) => plainTaxNumber(given ?? ''))
    .find((plain) => plain !== '' && isTaxNumber(seller.scheme, plain));
  const common = { scheme: seller.scheme, buyer: number ?? null, code: seller.taxCode };
  const [place, treatment] =
    seller.scheme === 'gst' ? gstOf(seller, { number, state: buyer.state }) : vatOf(seller, number);
  if (seller.registration !== 'Regular') return { supply: { ...common, place, treatment: 'exempt' }, rates: [] };
  if (seller.scheme === 'gst' && number !== undefined && buyer.sez)
    return sezOf({ ...common, place }, buyer.sez, listed);
  return { supply: { ...common, place, treatment }, rates: ratesOf(treatment, place, listed) };
}

/** Always inter-state, in the seller's state too (IGST Act, section 7 (5) (b)); zero-rated with the tax paid or without (section 16). */
function sezOf(common: Omit<Supply, 'treatment'>, sez: SezSupply, listed: readonly Rate[]) {
  const supply: Supply = { ...common, treatment: 'inter', sez };
  return { supply, rates: sez === 'WithPayment' ? ratesOf('inter', common.place, listed) : [] };
}

/** What a charge with a code of its own is taxed as. */
export const codedAs = (supply: Supply, { taxCodes }: TaxSeller, charge: CodedCharge): Supply => ({
  ...supply,
  code: taxCodes?.[charge] ?? supply.code,
});

type PlaceAndTreatment = readonly [place: string, treatment: Treatment];

/** The state of the customer's GSTIN, else of its address, else the seller's. */
function gstOf(
  seller: TaxSeller,
  { number, state }: { number: string | undefined; state: string | null },
): PlaceAndTreatment {
  const own = seller.state ?? '';
  const place = number === undefined ? ((state && stateCodeOf(state)) ?? own) : stateOfGstin(number);
  return [place, place === own ? 'intra' : 'inter'];
}

/** A business of another country accounts for the VAT itself (Directive 2006/112/EC, articles 44 and 196). */
function vatOf({ country }: TaxSeller, number: string | undefined): PlaceAndTreatment {
  const place = number === undefined ? country : countryOfVatId(number);
  return place === country ? [country, 'domestic'] : [place, 'reverse'];
}

/** GST on access to the internet. */
const GST_PERCENT = '18';

/** Under GST the settings say the whole rate, in one tax or several; the place of supply decides how it is split. */
function ratesOf(treatment: Treatment, place: string, listed: readonly Rate[]): Rate[] {
  if (treatment === 'reverse') return [];
  if (treatment === 'domestic') return [...listed];
  const whole = listed.length === 0 ? new Decimal(GST_PERCENT) : Decimal.sum(...listed.map(({ percent }) => percent));
  if (whole.isZero()) return [];
  if (treatment === 'inter') return [{ name: 'IGST', percent: whole.toString() }];
  const half = whole.div(2).toString();
  return [
    { name: 'CGST', percent: half },
    { name: stateTaxName(place), percent: half },
  ];
}
