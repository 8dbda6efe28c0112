import {
  binaryStream,
  byDefault,
  byDefaultIn,
  Done,
  done,
  ispidOfNew,
  newId,
  noted,
  notShown,
  optional,
  owners,
  paged,
  previewed,
  record,
  repeatable,
  required,
  requiredWhen,
  reselleridOfNew,
  rows,
  rowsLimit,
  sorted,
  sourced,
  when,
} from '../build.ts';
import { endpoint, section } from '../endpoint.ts';
import {
  code,
  compared,
  csv,
  date,
  dateOrTimestamp,
  flag01,
  flagYN,
  id,
  integer,
  ipv4,
  jsonInteger,
  kbps,
  leftOpen,
  mac,
  money,
  nasIp,
  numeric,
  oneOf,
  orNull,
  ownerId,
  partial,
  prose,
  signedMoney,
  text,
  timestamp,
  wildcard,
  withExample,
} from '../kinds.ts';
import { adjustments } from './adjustments.ts';
import { alerts } from './alerts.ts';
import { care } from './care.ts';
import { forConsole } from './console.ts';
import { events } from './events.ts';
import { exports } from './exports.ts';
import { hotspot } from './hotspot.ts';
import { ip6Pools } from './ip6-pools.ts';
import { messages } from './messages.ts';
import { vendor } from './nas.ts';
import { natRules } from './nat-rules.ts';
import { notices } from './notices.ts';
import { paymentOrders } from './orders.ts';
import { radiusProxies } from './proxies.ts';
import { realmRules } from './realms.ts';
import { reports } from './reports.ts';
import { taxes } from './taxes.ts';
import { traces } from './trace.ts';

const mode = oneOf('Cash', 'Cheque', 'DD', 'Card', 'Bank', 'Online');
const handoverStatus = oneOf('Open', 'Confirmed', 'Refused', 'Withdrawn');
const topupType = oneOf('Expiring', 'NonExpiring');
const extension = true;

const location = { location_code: code, location: prose };
const subLocation = { location_code: code, sub_location_code: code, sub_location: prose };

const locations = [
  endpoint('/location/create', { extension, parameters: { ...required(location), ...ispidOfNew }, result: done }),
  endpoint('/location/update', {
    extension,
    clears: true,
    parameters: {
      ...required({ location_code: code }),
      ...optional({ location: prose, new_location_code: code }),
      ...ispidOfNew,
    },
    result: done,
  }),
  endpoint('/location/delete', {
    extension,
    parameters: { ...required({ location_code: code }), ...ispidOfNew },
    result: done,
  }),
  endpoint('/location/sublocation_create', {
    extension,
    parameters: { ...required(subLocation), ...ispidOfNew },
    result: done,
  }),
  endpoint('/location/sublocation_update', {
    extension,
    clears: true,
    parameters: {
      ...required({ location_code: code, sub_location_code: code }),
      ...optional({ sub_location: prose }),
      ...noted('As new_location_code of a location.', optional({ new_sub_location_code: code })),
      ...ispidOfNew,
    },
    result: done,
  }),
  endpoint('/location/sublocation_delete', {
    extension,
    parameters: { ...required({ location_code: code, sub_location_code: code }), ...ispidOfNew },
    result: done,
  }),
];

const payments = [
  endpoint('/payment/new', {
    extension,
    parameters: {
      ...requiredWhen(when('customerid is not given', { amt: '1.00', mode: 'Bank' }), { serviceid: id }),
      ...required({ amt: money, mode }),
      ...optional({
        customerid: id,
        allocation: oneOf('Oldest'),
        parts: withExample('12:588.82,13:400.00', text),
        advance_to: id,
      }),
      ...byDefaultIn('today', { payment_date: date }),
      ...optional({ ref_no: text, ref_date: date, ref_bank: prose }),
      ...byDefault('N', { allow_duplicate: flagYN }),
      ...repeatable,
      ...previewed,
    },
    result: newId,
  }),
  endpoint('/customer/phone_reveal', {
    extension,
    parameters: required({ customerid: id }),
    result: record({ numbers: csv(text) }),
  }),
  endpoint('/customer/caf', { extension, parameters: required({ customerid: id }), result: binaryStream }),
  endpoint('/customer/export_person', {
    extension,
    parameters: required({ customerid: id, reason: prose }),
    result: binaryStream,
  }),
  endpoint('/customer/erase', {
    extension,
    parameters: {
      ...required({ customerid: id, reason: prose }),
      ...optional({ leadids: csv(id), callids: csv(id) }),
      ...previewed,
    },
    result: Done,
  }),
  endpoint('/payment/receipt', { extension, parameters: required({ id }), result: binaryStream }),
  endpoint('/payment/list', {
    extension,
    parameters: {
      ...optional({
        id,
        customerid: id,
        serviceid: id,
        receiptid: id,
        mode,
        status: oneOf('Paid', 'Cancelled'),
        amt: compared(money),
      }),
      ...owners,
      ...optional({ paid_from: date, paid_upto: date }),
      ...paged,
      ...sorted(['id', 'payment_date', 'amt'], 'id'),
    },
    result: rows({
      id,
      customerid: id,
      serviceid: id,
      ispid: id,
      resellerid: ownerId,
      receiptid: orNull(id),
      amt: money,
      mode,
      status: oneOf('Paid', 'Cancelled'),
      payment_date: date,
    }),
  }),
  endpoint('/payment/summary', {
    extension,
    parameters: {
      ...required({ from_date: date, to_date: date, by: oneOf('day', 'mode', 'collector') }),
      ...optional({ ispid: id, resellerid: id }),
    },
    result: rows({
      day: orNull(date),
      mode: orNull(mode),
      collectorid: orNull(id),
      collected_by: orNull(text),
      payments: jsonInteger,
      amt: money,
      cancelled: jsonInteger,
      cancelled_amt: money,
    }),
  }),
  endpoint('/payment/cancel', {
    extension,
    parameters: { ...required({ id, reason: prose }), ...previewed, ...repeatable },
    result: done,
  }),
  endpoint('/payment/bounce', {
    extension,
    parameters: {
      ...required({ id, reason: prose }),
      ...byDefault('0.00', { fee_amt: money }),
      ...optional({ bounced_on: date }),
      ...previewed,
      ...repeatable,
    },
    result: done,
  }),
  endpoint('/payment/cancel_receipt', {
    extension,
    parameters: { ...required({ receiptid: id, reason: prose }), ...previewed, ...repeatable },
    result: done,
  }),
  endpoint('/invoice/list', {
    extension,
    parameters: {
      ...optional({ id, serviceid: id, customerid: id, document_no: text, paid: flagYN }),
      ...owners,
      ...optional({ issued_from: date, issued_upto: date, due_from: date, due_upto: date }),
      ...paged,
      ...sorted(['id', 'document_no', 'issued_on', 'due_on'], 'id'),
    },
    result: rows({
      id,
      serviceid: id,
      customerid: id,
      document_no: text,
      issued_on: date,
      due_on: date,
      net: signedMoney,
      tax: signedMoney,
      total: signedMoney,
      paid_amt: money,
      paid: flagYN,
    }),
  }),
  endpoint('/invoice/pdf', { extension, parameters: required({ id }), result: binaryStream }),
  ...taxes,
];

const topup = { name: prose, gb: numeric, amt: money, type: topupType };

const topupPlans = [
  endpoint('/topupplan/list', {
    extension,
    parameters: {
      ...owners,
      ...optional({ id, name: partial, type: topupType, gb: compared(numeric), amt: compared(money) }),
      ...optional({ created_from: date, created_upto: date }),
      ...paged,
      ...sorted(['id', 'name', 'gb', 'amt', 'type'], 'id'),
    },
    result: rows({ id, name: text, gb: numeric, amt: money, type: topupType, ispid: id, resellerid: ownerId }),
  }),
  endpoint('/topupplan/create', {
    extension,
    parameters: { ...required(topup), ...ispidOfNew, ...reselleridOfNew },
    result: newId,
  }),
  endpoint('/topupplan/update', {
    extension,
    clears: true,
    parameters: { ...required({ id }), ...owners, ...optional(topup) },
    result: done,
  }),
  endpoint('/topupplan/delete', { extension, parameters: required({ id }), result: done }),
];

const blockedMode = oneOf('pool', 'reject');
const suspendClock = oneOf('freeze', 'run');

/** Sixteen black pixels by sixteen. */
const LOGO = 'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAQAAAAA3iMLMAAAADElEQVR4nGNgIA0AAAAwAAEWiZrRAAAAAElFTkSuQmCC';

const settings = [
  endpoint('/isp/settings', {
    extension,
    parameters: ispidOfNew,
    result: record({
      timezone: text,
      currency: text,
      invoice_due_days: integer(),
      np_grace_days: integer(),
      np_dl: integer(),
      np_ul: integer(),
      blocked_mode: blockedMode,
      suspend_clock: suspendClock,
      promise_days: integer(),
      default_credit_limit: money,
    }),
  }),
  endpoint('/isp/logo_set', {
    extension,
    parameters: { ...ispidOfNew, ...optional({ logo: withExample(LOGO, text) }) },
    result: done,
  }),
  endpoint('/isp/settings_update', {
    extension,
    clears: true,
    parameters: {
      ...ispidOfNew,
      ...optional({ timezone: withExample('Asia/Kolkata', text), currency: withExample('INR', text) }),
      ...optional({ invoice_due_days: integer(), np_grace_days: integer(), np_dl: kbps, np_ul: kbps }),
      ...optional({ blocked_mode: blockedMode, suspend_clock: suspendClock, promise_days: integer() }),
      ...optional({ interim_interval: integer(60, 3_600) }),
      ...optional({ default_credit_limit: money, taxes: leftOpen, tax_inclusive: leftOpen }),
    },
    open: 'the late fee, limits of adjustments, whether a second factor is required, the page for payments, which events are kept, the portal, notices, who is told of alerts, and how invoices are paid',
    result: notShown('done'),
  }),
];

const seriesName = oneOf(
  ...['online', 'accepts', 'rejects', 'wrong_password', 'unknown_user', 'not_entitled', 'other_mac', 'in_use'],
  ...['no_address', 'not_served', 'bad_ticket', 'other', 'up', 'down'],
);
const view = optional({ ispid: id, resellerid: id });

const dashboards = [
  ...reports,
  endpoint('/dashboard/now', {
    extension,
    parameters: view,
    result: record({ as_of: orNull(timestamp), online: orNull(jsonInteger), new_today: orNull(jsonInteger) }),
  }),
  endpoint('/series/read', {
    extension,
    parameters: {
      ...view,
      ...required({ series: csv(seriesName), from: dateOrTimestamp, to: dateOrTimestamp }),
      ...byDefault('hour', { step: oneOf('minute', 'hour', 'day') }),
    },
    result: rows({ series: seriesName }),
  }),
  endpoint('/radius/nas/network', { extension, parameters: view, result: record({ count: jsonInteger }) }),
  endpoint('/radius/nas/health', {
    extension,
    parameters: { ...optional({ id, ip: nasIp, name: wildcard }), ...owners, ...paged },
    result: rows({
      id,
      ispid: id,
      resellerid: ownerId,
      name: text,
      ip: nasIp,
      auth_heard_at: orNull(timestamp),
      acct_heard_at: orNull(timestamp),
      online: orNull(jsonInteger),
      stale: orNull(jsonInteger),
      accepts: orNull(jsonInteger),
      rejects: orNull(jsonInteger),
      coa_acknowledged: orNull(jsonInteger),
      coa_refused: orNull(jsonInteger),
      coa_unanswered: orNull(jsonInteger),
      silent: flag01,
      ...{ says_ip: orNull(text), says_ip6: orNull(text), says_identifier: orNull(text) },
      coa_name: orNull(oneOf('identifier', 'none')),
    }),
  }),
  endpoint('/dashboard/due', { extension, parameters: view, result: record({ as_of: orNull(timestamp) }) }),
];

const others = [
  endpoint('/isp/problems', {
    extension,
    parameters: { ...owners, ...optional({ serviceid: id }), ...paged },
    result: rows({
      serviceid: id,
      username: text,
      ispid: id,
      resellerid: ownerId,
      status: oneOf('Active', 'NP', 'NPD', 'Suspend', 'NewRequest'),
      valid_upto: date,
      problem: text,
      since: timestamp,
      attempted_at: timestamp,
      attempts: numeric,
      access_upto: date,
    }),
  }),
  endpoint('/auth/user/api_key_rotate', {
    extension,
    parameters: { ...required({ id }), ...byDefault('0', { overlap_minutes: integer(0) }) },
    result: record({ api_key: text }),
  }),
  endpoint('/auth/user/second_factor_remove', { extension, parameters: required({ id }), result: done }),
  endpoint('/auth/user/keys', {
    extension,
    parameters: required({ id }),
    result: rows({ keyid: id, created_at: timestamp, created_by: text, expires_at: orNull(timestamp), works: flagYN }, [
      'digest',
      'api_key',
    ]),
  }),
  endpoint('/auth/user/branch_address_make', {
    extension,
    parameters: required({ id }),
    result: record({ url: text }),
  }),
  endpoint('/auth/user/branch_address_end', { extension, parameters: required({ id }), result: done }),
  endpoint('/auth/user/key_end', { extension, parameters: required({ id, keyid: id }), result: done }),
  endpoint('/auth/user/role_list', {
    extension,
    parameters: {},
    result: rows({
      role: oneOf('Admin', 'Accounts', 'Support', 'Sales', 'Network', 'Field', 'ReadOnly', 'CareLine'),
      permissions: csv(text),
    }),
  }),
  endpoint('/auth/user/cash_settle', {
    extension,
    parameters: {
      ...required({ id, amt: money }),
      ...optional({ ref_no: text, receiverid: id }),
      ...byDefault('bank', { to: oneOf('bank', 'user') }),
      ...repeatable,
      ...previewed,
    },
    result: done,
  }),
  endpoint('/auth/user/cash_answer', {
    extension,
    parameters: {
      ...required({ id, action: oneOf('Confirm', 'Refuse', 'Withdraw') }),
      ...optional({ reason: prose }),
      ...repeatable,
    },
    result: done,
  }),
  endpoint('/auth/user/cash_handover_list', {
    extension,
    parameters: {
      ...optional({ id, giverid: id, receiverid: id, status: handoverStatus }),
      ...owners,
      ...paged,
      ...sorted(['id'], 'id'),
    },
    result: rows({
      id,
      ispid: id,
      resellerid: ownerId,
      giverid: id,
      giver: text,
      receiverid: id,
      receiver: text,
      amt: money,
      ref_no: orNull(text),
      status: handoverStatus,
      reason: orNull(text),
      created_at: timestamp,
      created_by: text,
      ended_at: orNull(timestamp),
      ended_by: orNull(text),
    }),
  }),
  endpoint('/audit/list', {
    extension,
    parameters: { ...paged, ...sourced },
    open: 'its filters by owner, user, procedure, target, service, preview and dates',
    result: rows({}),
  }),
  endpoint('/customer/statement', {
    extension,
    parameters: {
      ...required({ customerid: id }),
      ...optional({ date_from: date, date_upto: date }),
      ...rowsLimit,
      ...byDefault('0', { rows_offset: integer(0) }),
    },
    result: record({
      customerid: id,
      currency: text,
      opening_balance: signedMoney,
      closing_balance: signedMoney,
      count: jsonInteger,
    }),
  }),
  endpoint('/service/statement', {
    extension,
    parameters: {
      ...required({ serviceid: id }),
      ...optional({ date_from: date, date_upto: date }),
      ...rowsLimit,
      ...byDefault('0', { rows_offset: integer(0) }),
    },
    result: record({
      serviceid: id,
      currency: text,
      opening_balance: signedMoney,
      closing_balance: signedMoney,
      count: jsonInteger,
    }),
  }),
  endpoint('/server/status', {
    extension,
    parameters: {},
    result: record({
      version_no: text,
      started_at: timestamp,
      uptime_seconds: numeric,
      read_lag_seconds: orNull(numeric),
      journal_bytes: orNull(numeric),
      sessions_online: orNull(numeric),
      packets_per_second: orNull(numeric),
    }),
  }),
  endpoint('/server/job_list', {
    extension,
    parameters: {},
    result: rows({
      name: text,
      every_seconds: numeric,
      on_every_node: flagYN,
      running: flagYN,
      last_run_at: orNull(timestamp),
      last_ended_at: orNull(timestamp),
      result: orNull(oneOf('done', 'unfinished', 'failed')),
      next_run_at: orNull(timestamp),
      failed_at: orNull(timestamp),
      last_error: orNull(text),
    }),
  }),
  endpoint('/service/identity_list', {
    extension,
    parameters: { ...owners, ...optional({ id, serviceid: id, circuit_id: text, remote_id: text, mac }), ...paged },
    result: rows({
      ...{ id, ispid: id, resellerid: ownerId, serviceid: id, username: text, circuit_id: orNull(text) },
      ...{ remote_id: orNull(text), mac: orNull(text), created_at: timestamp, created_by: text },
    }),
  }),
  endpoint('/service/identity_add', {
    extension,
    parameters: {
      ...required({ serviceid: id }),
      ...requiredWhen(when('mac is not given', {}, ['mac']), { circuit_id: text }),
      ...optional({ remote_id: text, mac }),
    },
    smallest: { circuit_id: 'OLT-1 pon 1/2/3:17' },
    result: newId,
  }),
  endpoint('/service/identity_delete', { extension, parameters: required({ id }), result: Done }),
  endpoint('/radius/nas/onboard', {
    extension,
    parameters: { ...required({ id }), ...optional({ server: withExample('192.0.2.1', text) }) },
    result: notShown('scripts, what is left to do, what has been seen, and faults'),
  }),
  endpoint('/radius/nas/script', {
    extension,
    parameters: { ...required({ id }), ...optional({ server: withExample('192.0.2.1', text) }) },
    result: notShown('scripts with the secret, and what is left to do'),
  }),
  endpoint('/radius/nas/resources', {
    extension,
    parameters: required({ id }),
    result: notShown('load, memory, version, uptime and clock of the router'),
  }),
  endpoint('/radius/nas/check', {
    extension,
    parameters: { ...required({ id }), ...optional({ server: withExample('192.0.2.1', text) }) },
    result: notShown('checks with what was found and the command to paste'),
  }),
  endpoint('/radius/nas/api_status', {
    extension,
    parameters: required({ id }),
    result: notShown('the certificate of the router, confirmed and offered'),
  }),
  endpoint('/radius/nas/api_pin', {
    extension,
    parameters: required({ id, fingerprint: withExample('a1'.repeat(32), text) }),
    result: done,
  }),
  endpoint('/radius/nas/reconcile', {
    extension,
    parameters: required({ id }),
    result: notShown('the sessions that only the router or only the node has, and those that differ'),
  }),
  endpoint('/radius/nas/reconcile_end', {
    extension,
    parameters: {
      ...required({ id, sessions: oneOf('only_here', 'only_on_nas') }),
      ...byDefault('N', { preview: flagYN }),
      ...optional({ count: integer(0, 1_000_000), confirm: text }),
    },
    result: notShown('how many sessions are ended, or would be'),
  }),
  endpoint('/radius/nas/graph', {
    extension,
    parameters: {
      ...required({ id }),
      ...optional({ serviceid: id, interface: withExample('ether1', text) }),
      ...byDefault('daily', { period: oneOf('daily', 'weekly', 'monthly', 'yearly') }),
    },
    result: binaryStream,
  }),
  endpoint('/session/ping', {
    extension,
    parameters: { ...required({ id: integer(1) }), ...byDefault('5', { count: integer(1, 10) }) },
    result: notShown('the replies, and their summary'),
  }),
  endpoint('/session/throughput', { extension, parameters: required({ id: integer(1) }), result: binaryStream }),
  endpoint('/session/traceroute', {
    extension,
    parameters: required({ id: integer(1) }),
    result: notShown('the hops'),
  }),
  endpoint('/radius/nas/rate_preview', {
    extension,
    parameters: {
      ...required({ vendor, dl: integer(0), ul: integer(0) }),
      ...optional({ rate_template: withExample('{up_kbps}k/{down_kbps}k', text), burst: withExample('20M/40M', text) }),
      ...optional({ redirect_template: withExample('service=REDIRECT', text) }),
      ...optional({ portal_url: withExample('https://pay.example.net', text) }),
      ...optional({ new_dl: integer(0), new_ul: integer(0) }),
    },
    result: notShown('attributes of the log-in, of the change, and of the redirection'),
  }),
  endpoint('/customer/chat_unlink', { extension, parameters: required({ customerid: id }), result: done }),
  endpoint('/customer/portal_password', {
    extension,
    parameters: required({ customerid: id, new_password: withExample('correct horse', text) }),
    result: done,
  }),
  endpoint('/radius/nas/unknown', { extension, parameters: paged, result: rows({ ip: ipv4 }) }),
  endpoint('/radius/user/explain', {
    extension,
    parameters: optional({ username: text, nasip: nasIp, mac, circuit_id: text, remote_id: text }),
    needsOneOf: ['username', 'circuit_id', 'mac'],
    smallest: { username: 'ravi' },
    result: notShown('the decision a login would get, its reason, the attributes'),
  }),
  ...traces,
];

/** What the product serves beyond the contract, in the same style. */
export const extensions = section('extension', [
  ...locations,
  ...payments,
  ...adjustments,
  ...topupPlans,
  ...ip6Pools,
  ...natRules,
  ...settings,
  ...exports,
  ...others,
  ...forConsole,
  ...radiusProxies,
  ...alerts,
  ...realmRules,
  ...paymentOrders,
  ...hotspot,
  ...dashboards,
  ...events,
  ...notices,
  ...messages,
  ...care,
]);
