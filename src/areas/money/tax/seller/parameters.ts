import { z } from 'zod';
import { described, errorText, id, kind, oneOf, ownerId, text, wholeNumber } from '../../../../core/wire/index.ts';
import { isTemplate, TEMPLATE_PROBLEM } from '../document-series.ts';
import { plainTaxNumber } from '../tax-number.ts';
import { REGISTRATIONS, SCHEMES } from '../vocabulary.ts';

function matching(isRight: (text: string) => boolean, problem: string, example: string) {
  return kind(z.string(errorText(problem)).trim().refine(isRight, { error: problem }), {
    parse: (given) => given,
    render: (value: string) => value,
    document: { type: 'string', example },
  });
}

const template = (example: string) => matching(isTemplate, TEMPLATE_PROBLEM, example);

/** Native: in capitals, without blanks, dots and dashes. The scheme says what it must be. */
function taxNumber() {
  const problem = 'must be a tax number of 2 to 32 letters and digits';
  const schema = z
    .string(errorText(problem))
    .transform(plainTaxNumber)
    .pipe(z.string().regex(/^[A-Z0-9+*]{2,32}$/, { error: problem }));
  const form = { parse: (given: string) => given, render: (value: string) => value };
  return kind(schema, { ...form, document: { type: 'string', example: '29AAGCB7383J1Z4' } });
}

const serviceCode = (example: string) =>
  matching((code) => /^\d{4,8}$/.test(code), 'must be a code of 4 to 8 digits (SAC)', example);

/** A seller: the ISP itself, or one of its resellers. */
export const whichSeller = z.strictObject({
  ispid: id().optional(),
  resellerid: described('0 or absent: the ISP itself, or the reseller of the caller', ownerId()).optional(),
});

/** All of what a seller is to the tax office: what is left out has its default again. */
export const sellerDetails = whichSeller.extend({
  scheme: oneOf(SCHEMES),
  registration: oneOf(REGISTRATIONS).default('Regular'),
  legal_name: text(),
  address: text(),
  city: text(),
  zipcode: text(16),
  state: described('by name or code; required for gst', text(64)).optional(),
  country: described('default: the country of the tax number, or IN for gst', text(2)).optional(),
  tax_number: described('required if registered', taxNumber()).optional(),
  tax_code: serviceCode('998422').default('998422'),
  installation_code: described('default: tax_code', serviceCode('998739')).optional(),
  topup_code: described('default: tax_code', serviceCode('998422')).optional(),
  late_fee_code: described('default: tax_code', serviceCode('998422')).optional(),
  invoice_template: template('INV/{yy}/{n}').default('INV/{yy}/{n}'),
  credit_template: template('CN/{yy}/{n}').default('CN/{yy}/{n}'),
  year_start: described('default: 4 for gst, 1 for the others', wholeNumber(1, 12)).optional(),
});
