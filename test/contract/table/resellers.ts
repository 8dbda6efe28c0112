import {
  done,
  ispidOfNew,
  newId,
  optional,
  paged,
  previewed,
  repeatable,
  required,
  requiredWhen,
  rows,
  sorted,
  when,
} from '../build.ts';
import { endpoint, section } from '../endpoint.ts';
import {
  code,
  date,
  email,
  id,
  mobile,
  money,
  oneOf,
  ownerId,
  partial,
  percent,
  prose,
  signedMoney,
  text,
} from '../kinds.ts';

const type = oneOf('Reseller', 'Franchisee');
const invoiceBy = oneOf('ISP', 'Reseller');
const paymentBy = oneOf('ISP', 'Reseller', 'ISP+Reseller');
const txnCode = oneOf('Invoice', 'Payment', 'Topup', 'Settlement', 'Adj');
const createdBetween = optional({ created_from: date, created_upto: date });

/** 2.7 Reseller and franchisee. */
const resellerRecord = {
  id,
  ispid: id,
  type,
  name: text,
  code: text,
  address: text,
  mobile: text,
  email: text,
  state: text,
  invoice_by: invoiceBy,
  payment_by: paymentBy,
  commission_percent: percent,
  credit_limit: money,
  wallet: signedMoney,
};

/** 2.7 Wallet transaction. */
const walletTransaction = { id, ispid: id, resellerid: ownerId, txn_code: txnCode, serviceid: id };

const franchisee = when('type is Franchisee', { type: 'Franchisee' });

/** 4.9 Resellers. */
export const resellers = section('4.9', [
  endpoint('/reseller/list', {
    parameters: {
      ...optional({ ispid: id, resellerid: id, invoice_by: invoiceBy, payment_by: paymentBy, type }),
      ...optional({ name: partial, code: partial, state: prose }),
      ...createdBetween,
      ...paged,
      ...sorted(['id', 'ispid', 'type', 'name', 'code', 'state', 'wallet'], 'id'),
    },
    result: rows(resellerRecord),
  }),
  endpoint('/reseller/create', {
    parameters: {
      ...ispidOfNew,
      ...required({ invoice_by: invoiceBy, payment_by: paymentBy, type, name: prose, code, mobile, email }),
      ...optional({ address: prose, state: prose }),
      ...requiredWhen(franchisee, { commission_percent: percent, credit_limit: money }),
    },
    result: newId,
  }),
  endpoint('/reseller/update', {
    clears: true,
    parameters: {
      ...required({ resellerid: id }),
      ...optional({ ispid: id, name: prose, code, address: prose, mobile, email, state: prose }),
      ...optional({ invoice_by: invoiceBy, payment_by: paymentBy, type }),
      ...optional({ commission_percent: percent, credit_limit: money }),
    },
    result: done,
  }),
  endpoint('/reseller/wallet_txn', {
    aliases: ['/reseller/credits_usage'],
    parameters: {
      ...optional({ id, ispid: id, resellerid: id, txn_code: txnCode, serviceid: id }),
      ...createdBetween,
      ...paged,
    },
    result: rows(walletTransaction),
  }),
  endpoint('/reseller/wallet_update', {
    parameters: {
      ...required({ resellerid: id, action: oneOf('TopUp', 'Settlement', 'Adj'), amt: money }),
      ...optional({ ispid: id }),
      ...repeatable,
      ...previewed,
    },
    accepts: [{ action: 'Adj', amt: '-12.50' }],
    result: done,
  }),
  endpoint('/reseller/delete', {
    parameters: { ...required({ resellerid: id }), ...optional({ ispid: id }) },
    result: done,
  }),
]);
