import { binaryStream, byDefault, byDefaultIn, done, ispidOfNew, optional, record, required } from '../build.ts';
import { endpoint } from '../endpoint.ts';
import {
  date,
  id,
  integer,
  jsonInteger,
  oneOf,
  orNull,
  ownerId,
  prose,
  text,
  timestamp,
  withExample,
} from '../kinds.ts';

const extension = true;
const scheme = oneOf('none', 'gst', 'vat');
const registration = oneOf('Regular', 'Composition', 'Unregistered');
const template = (example: string) => withExample(example, text);
const nullText = orNull(text);

/** Tax by the place of supply, and what goes to the authorities. */
export const taxes = [
  endpoint('/tax/seller', {
    extension,
    parameters: { ...ispidOfNew, ...optional({ resellerid: ownerId }) },
    result: record({
      ...{ ispid: id, resellerid: ownerId, scheme, registration: orNull(registration), legal_name: nullText },
      ...{ address: nullText, city: nullText, zipcode: nullText, state: nullText, country: nullText },
      ...{ installation_code: nullText, topup_code: nullText, late_fee_code: nullText },
      ...{ tax_number: nullText, tax_code: nullText, invoice_template: nullText, credit_template: nullText },
      ...{ year_start: orNull(jsonInteger), warning: nullText, updated_at: orNull(timestamp) },
    }),
  }),
  endpoint('/tax/seller_set', {
    extension,
    parameters: {
      ...ispidOfNew,
      ...optional({ resellerid: ownerId, tax_number: withExample('29AAGCB7383J1Z4', text) }),
      ...required({ scheme, legal_name: prose, address: prose, city: prose, zipcode: text }),
      ...byDefault('Regular', { registration }),
      ...optional({ state: withExample('Karnataka', text), country: withExample('IN', text) }),
      ...byDefault('998422', { tax_code: withExample('998422', text) }),
      ...optional({ installation_code: withExample('998739', text), topup_code: withExample('998422', text) }),
      ...optional({ late_fee_code: withExample('998422', text) }),
      ...byDefault('INV/{yy}/{n}', { invoice_template: template('INV/{yy}/{n}') }),
      ...byDefault('CN/{yy}/{n}', { credit_template: template('CN/{yy}/{n}') }),
      ...byDefaultIn('4 for gst, 1 for the others', { year_start: integer(1, 12) }),
    },
    result: done,
  }),
  endpoint('/tax/gstr1', {
    extension,
    parameters: {
      ...ispidOfNew,
      ...optional({ resellerid: ownerId }),
      ...required({ month: withExample('2026-11', text) }),
    },
    result: binaryStream,
  }),
  endpoint('/invoice/einvoice', { extension, parameters: required({ id }), result: binaryStream }),
  endpoint('/invoice/einvoice_set', {
    extension,
    parameters: {
      ...required({ id, irn: withExample('a5c12dca80e743321740b001fd70953e8738d109865d28ba4013750f2046f229', text) }),
      ...optional({ ack_no: text, ack_on: date, signed_qr: withExample('eyJhbGciOiJSUzI1NiJ9.e30.c2ln', text) }),
    },
    result: done,
  }),
];
