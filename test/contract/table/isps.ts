import {
  byDefault,
  Done,
  newId,
  optional,
  owners,
  paged,
  previewed,
  repeatable,
  required,
  rows,
  rowsLimit,
  sorted,
} from '../build.ts';
import { endpoint, type Parameters, section } from '../endpoint.ts';
import {
  code,
  date,
  email,
  flag01,
  id,
  mobile,
  numeric,
  oneOf,
  ownerId,
  partial,
  prose,
  text,
  withExample,
} from '../kinds.ts';

const createdBetween = optional({ created_from: date, created_upto: date });

/** 4.10 documents `rows_limit` alone; the rest of what other lists take stands beyond it. */
const pagedBeyond: Parameters = {
  ...asExtension(paged),
  ...asExtension(sorted(['id', 'name', 'code', 'state', 'usage_credits'], 'id')),
  ...rowsLimit,
};

function asExtension(given: Parameters): Parameters {
  return Object.fromEntries(Object.entries(given).map(([name, rules]) => [name, { ...rules, section: 'extension' }]));
}

/** 2.8 ISP; the contract has credits without naming the field. */
const ispRecord = {
  id,
  name: text,
  code: text,
  address: text,
  mobile: text,
  email: text,
  country: text,
  state: text,
  enable_usage_limit: flag01,
  usage_credits: numeric,
};

/** 4.10 ISPs. */
export const isps = section('4.10', [
  endpoint('/isp/list', {
    parameters: {
      ...optional({ ispid: id, name: partial, code: partial, country: prose, state: prose }),
      ...createdBetween,
      ...optional({ usage_limit: flag01 }),
      ...pagedBeyond,
    },
    result: rows(ispRecord),
  }),
  endpoint('/isp/create', {
    parameters: {
      ...required({ name: prose, code, mobile, email, country: prose }),
      ...optional({ address: prose, state: prose }),
      ...byDefault('0', { enable_usage_limit: flag01 }),
      ...asExtension(optional({ timezone: withExample('Asia/Kolkata', text), currency: withExample('INR', text) })),
    },
    result: newId,
  }),
  endpoint('/isp/update', {
    clears: true,
    parameters: {
      ...required({ ispid: id }),
      ...optional({ name: prose, code, address: prose, mobile, email, country: prose, state: prose }),
      ...optional({ enable_usage_limit: flag01 }),
    },
    result: Done,
  }),
  endpoint('/isp/credits_usage', {
    parameters: { ...optional({ id }), ...owners, ...createdBetween, ...pagedBeyond },
    result: rows({ id, ispid: id, resellerid: ownerId }),
  }),
  endpoint('/isp/credits_update', {
    parameters: {
      ...required({ ispid: id, action: oneOf('Add', 'Less', 'Set'), credits: numeric }),
      ...repeatable,
      ...previewed,
    },
    result: Done,
  }),
  endpoint('/isp/delete', { parameters: required({ ispid: id }), result: Done }),
]);
