import {
  beyond,
  done,
  ispidOfNew,
  newId,
  optional,
  owners,
  paged,
  required,
  reselleridOfNew,
  rows,
  sorted,
} from '../build.ts';
import { endpoint, section } from '../endpoint.ts';
import { csv, date, email, flagYN, id, mobile, oneOf, prose, text, wildcard, withExample } from '../kinds.ts';

const type = oneOf('Individual', 'Organisation');
const sez = oneOf('WithPayment', 'WithoutPayment');
const dob = withExample('1990-02-28', date);

/** 2.9 Customer. */
const customerRecord = {
  id,
  type,
  name: text,
  surname: text,
  dob: date,
  mobile: text,
  email: text,
  uniqueid: text,
  zipcode: text,
  state: text,
  city: text,
  street: text,
  notes: text,
};

/** 4.13 Customers. */
export const customers = section('4.13', [
  endpoint('/customer/list', {
    parameters: {
      ...owners,
      ...optional({ customerid: id, serviceid: id, username: wildcard, type, name: wildcard, mobile, email }),
      ...optional({ zipcode: text, state: prose, city: prose, created_from: date, created_upto: date }),
      ...paged,
      ...sorted(['id', 'name', 'mobile', 'email'], 'id'),
    },
    result: rows(customerRecord),
  }),
  endpoint('/customer/create', {
    parameters: {
      ...required({ type, name: prose, mobile, email, zipcode: text, state: prose, city: prose, street: prose }),
      ...optional({ surname: prose, dob, uniqueid: text, notes: prose }),
      ...beyond({ tax_id: text, sez, language: withExample('en', text), other_mobiles: csv(mobile) }),
      ...ispidOfNew,
      ...reselleridOfNew,
    },
    result: newId,
  }),
  endpoint('/customer/update', {
    clears: true,
    parameters: {
      ...required({ customerid: id }),
      ...optional({ type, name: prose, surname: prose, dob, mobile, email, uniqueid: text, reset_password: flagYN }),
      ...optional({ zipcode: text, state: prose, city: prose, street: prose, notes: prose }),
      ...beyond({ tax_id: text, sez, language: withExample('en', text), other_mobiles: csv(mobile) }),
    },
    result: done,
  }),
  endpoint('/customer/delete', { parameters: required({ customerid: id }), result: done }),
]);
