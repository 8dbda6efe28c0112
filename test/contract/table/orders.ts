import {
  binaryStream,
  byDefault,
  done,
  ispidOfNew,
  newId,
  optional,
  owners,
  paged,
  record,
  repeatable,
  required,
  rows,
} from '../build.ts';
import { endpoint } from '../endpoint.ts';
import {
  csv,
  flagYN,
  id,
  jsonInteger,
  money,
  oneOf,
  orNull,
  ownerId,
  password,
  prose,
  text,
  timestamp,
  withExample,
} from '../kinds.ts';

const extension = true;
const provider = withExample('Razorpay', oneOf('Razorpay', 'Stripe'));
const environment = oneOf('Live', 'Test', 'Simulator');
const purpose = withExample('Advance', oneOf('Dues', 'Advance'));
const anyPurpose = withExample('Advance', oneOf('Dues', 'Advance', 'Renewal', 'Topup', 'PlanChange'));
const status = oneOf(
  ...['New', 'Open', 'Paid', 'Held', 'PartlyRefunded', 'Refunded', 'Disputed', 'ChargedBack', 'Expired', 'Failed'],
);
const keyId = withExample('rzp_test_1DP5mmOlF5G5ag', text);

/** Payments on the Internet. */
export const paymentOrders = [
  endpoint('/payment/gateway/list', {
    extension,
    parameters: { ...optional({ ispid: id, id, active: flagYN }), ...paged },
    result: rows(
      {
        ...{ ispid: id, id, provider, name: text, environment, key_id: orNull(text) },
        ...{ has_webhook_secret: flagYN, active: flagYN },
      },
      ['key_secret', 'webhook_secret'],
    ),
  }),
  endpoint('/payment/gateway/create', {
    extension,
    parameters: {
      ...ispidOfNew,
      ...required({ provider, name: prose, environment: withExample('Test', environment), key_secret: password }),
      ...optional({ key_id: keyId, webhook_secret: password }),
      ...byDefault('Y', { active: flagYN }),
    },
    smallest: { key_id: 'rzp_test_1DP5mmOlF5G5ag' },
    result: newId,
  }),
  endpoint('/payment/gateway/update', {
    extension,
    clears: true,
    parameters: {
      ...required({ id }),
      ...optional({ name: prose, key_id: keyId, key_secret: password, webhook_secret: password, active: flagYN }),
    },
    result: done,
  }),
  endpoint('/payment/gateway/delete', { extension, parameters: required({ id }), result: done }),
  endpoint('/payment/gateway/webhook', {
    extension,
    parameters: required({ id }),
    result: record({ url: text, events: csv(text) }),
  }),
  endpoint('/payment/order/create', {
    extension,
    parameters: { ...required({ serviceid: id, purpose }), ...optional({ amt: money, gatewayid: id }) },
    smallest: { amt: '25.00' },
    result: record({
      ...{ id: jsonInteger, amt: money, currency: text, status, expires_at: timestamp, pay_url: text, provider },
      ...{ key_id: orNull(text), order_no: text, checkout_url: orNull(text) },
    }),
  }),
  endpoint('/payment/order/list', {
    extension,
    parameters: { ...optional({ id, customerid: id, serviceid: id, status }), ...owners, ...paged },
    result: rows({
      ...{ id, ispid: id, resellerid: ownerId, customerid: id, serviceid: id, username: text, gatewayid: id },
      ...{ purpose: anyPurpose, amt: money, currency: text, status, paid_amt: money, returned_amt: money },
      fulfilled_at: orNull(timestamp),
      ...{ order_no: orNull(text), problem: orNull(text), expires_at: timestamp },
    }),
  }),
  endpoint('/payment/order/export', {
    extension,
    parameters: owners,
    open: 'the other filters of the list, and columns',
    result: binaryStream,
  }),
  endpoint('/payment/order/check', {
    extension,
    parameters: required({ id }),
    result: record({ status, paid_amt: money, returned_amt: money }),
  }),
  endpoint('/payment/order/refund', {
    extension,
    parameters: { ...required({ id, reason: prose }), ...optional({ amt: money }), ...repeatable },
    result: record({ id: jsonInteger, status: oneOf('Requested', 'Accepted', 'Refused'), amt: money }),
  }),
];
