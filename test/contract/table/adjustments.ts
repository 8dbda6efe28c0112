import { byDefault, newId, optional, owners, paged, previewed, repeatable, required, rows, sorted } from '../build.ts';
import { endpoint } from '../endpoint.ts';
import { date, id, money, oneOf, orNull, ownerId, prose, text, timestamp } from '../kinds.ts';

const extension = true;
const kind = oneOf('Debit', 'Credit', 'WriteOff', 'Refund', 'DepositRefund', 'TransferOut', 'TransferIn');
const mode = oneOf('Cash', 'Cheque', 'DD', 'Card', 'Bank');

/** What staff do to the money of a service apart from charges and payments. */
export const adjustments = [
  endpoint('/service/adjust', {
    extension,
    parameters: {
      ...required({ serviceid: id, type: oneOf('Debit', 'Credit'), amt: money, reason: prose }),
      ...byDefault('Inclusive', { tax: oneOf('Inclusive', 'Exclusive', 'None') }),
      ...byDefault('Adjustment', { description: prose }),
      ...optional({ invoiceid: id }),
      ...repeatable,
      ...previewed,
    },
    result: newId,
  }),
  endpoint('/service/write_off', {
    extension,
    parameters: {
      ...required({ serviceid: id, reason: prose }),
      ...optional({ amt: money }),
      ...repeatable,
      ...previewed,
    },
    result: newId,
  }),
  endpoint('/service/transfer', {
    extension,
    parameters: {
      ...required({ from: id, to: id, amt: money, reason: prose }),
      ...repeatable,
      ...previewed,
    },
    result: newId,
  }),
  endpoint('/payment/refund', {
    extension,
    parameters: {
      ...required({ serviceid: id, of: oneOf('Advance', 'Deposit'), amt: money, mode, reason: prose }),
      ...optional({ ref_no: text, ref_date: date, ref_bank: prose }),
      ...repeatable,
      ...previewed,
    },
    result: newId,
  }),
  endpoint('/adjustment/list', {
    extension,
    parameters: {
      ...optional({ id, customerid: id, serviceid: id, kind }),
      ...owners,
      ...optional({ posted_from: date, posted_upto: date }),
      ...paged,
      ...sorted(['id', 'posted_on'], 'id'),
    },
    result: rows({
      id,
      customerid: id,
      serviceid: id,
      ispid: id,
      resellerid: ownerId,
      kind,
      amt: money,
      tax: money,
      description: text,
      reason: text,
      invoiceid: orNull(id),
      posted_on: date,
      created_at: timestamp,
      created_by: text,
    }),
  }),
];
