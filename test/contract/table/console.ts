import {
  byDefault,
  byDefaultIn,
  done,
  notShown,
  optional,
  owners,
  paged,
  previewed,
  record,
  repeatable,
  required,
  rows,
  sorted,
} from '../build.ts';
import { endpoint } from '../endpoint.ts';
import {
  csv,
  date,
  dateOrTimestamp,
  email,
  flag01,
  flagYN,
  id,
  integer,
  ipv4,
  ipv6Range,
  jsonInteger,
  mac,
  mobile,
  money,
  nasIp,
  numeric,
  oneOf,
  orNull,
  ownerId,
  percent,
  prose,
  signedMoney,
  text,
  timestamp,
  wildcard,
} from '../kinds.ts';
import * as services from './services.ts';

const extension = true;
const action = oneOf(...['update_usage', 'renew', 'invoice', 'bill', 'suspend', 'np', 'npd', 'restore', 'reconnect']);
const rejectKind = oneOf(
  ...[
    'wrong_password',
    'unknown_user',
    'not_entitled',
    'other_mac',
    'in_use',
    'no_address',
    'not_served',
    'bad_ticket',
    'other',
  ],
);
const entryKind = oneOf(
  ...(['status', 'plan', 'payment', 'invoice', 'session', 'topup', 'change', 'login'] as const),
  ...(['note', 'call', 'task', 'ticket', 'visit'] as const),
);

/** Extensions that the operator console asks for: many records in one call. */
export const forConsole = [
  endpoint('/subscriber/get', {
    extension,
    parameters: required({ serviceid: id }),
    result: notShown(
      'the service, its owner, plan, usage, customer, sessions, money, invoices, its access and verdict',
    ),
  }),
  endpoint('/subscriber/verdict', {
    extension,
    parameters: {
      ...required({ serviceid: id }),
      ...byDefault('staff', { audience: oneOf('staff', 'subscriber', 'voice') }),
      ...byDefault('en', { language: oneOf('en', 'hi') }),
    },
    result: notShown('what a caller is told first, and the sentence made of it'),
  }),
  endpoint('/subscriber/list', {
    extension,
    parameters: {
      ...services.filters,
      ...optional({ search: text, serviceids: csv(id), incidentid: id, customername: wildcard, mobile: text }),
      ...optional({ online: flag01 }),
      ...paged,
      ...sorted([...services.sortFields, 'customername'], 'id'),
    },
    result: rows(
      {
        ...services.serviceRecord,
        ...{ customername: prose, mobile: orNull(text), planname: prose, subplanname: prose, online: flag01 },
        ip: orNull(ipv4),
      },
      ['password'],
    ),
  }),
  endpoint('/plan/quote', {
    extension,
    parameters: {
      ...required({ planid: id, subplanid: id }),
      ...optional({ resellerid: ownerId }),
      ...byDefault('Postpaid', { prepaid_postpaid: oneOf('Prepaid', 'Postpaid') }),
      ...byDefaultIn('today', { bill_from: date }),
      ...byDefault('0', { billing_start_day: integer(0, 30), discount_percent: percent }),
      ...byDefault('0', { discount_amt: money, installation_amt: money, deposit: money }),
    },
    result: notShown('the first period, its price and share, the charges, the taxes, and their sums'),
  }),
  endpoint('/lead/edit', {
    extension,
    clears: true,
    parameters: {
      ...required({ id }),
      ...optional({ name: prose, mobile, email, address: prose, assigned_to: id }),
      ...optional({ city: prose, zipcode: text, state: prose }),
      ...optional({ source: oneOf('Web', 'Sms', 'Phone', 'WalkIn', 'Agent') }),
    },
    result: done,
  }),
  endpoint('/lead/phone_reveal', { extension, parameters: required({ id }), result: record({ numbers: csv(text) }) }),
  endpoint('/lead/board', {
    extension,
    parameters: {
      ...optional({ ispid: id, resellerid: id, location_code: text, assigned_to: id }),
      ...byDefault('20', { limit: integer(1, 50) }),
    },
    result: notShown('each stage with its count and its first leads'),
  }),
  endpoint('/service/usage', {
    extension,
    parameters: required({ serviceid: id }),
    result: record({
      ...{ serviceid: id, period_from: orNull(date), period_upto: orNull(date), used_gb: numeric },
      ...{ bw_level: integer(1, 3), level_since: timestamp, exhausted: flagYN },
      ...{ carried_gb: orNull(numeric), topped_up_gb: orNull(numeric) },
    }),
  }),
  endpoint('/session/refusals', {
    extension,
    parameters: { ...optional({ ispid: id, resellerid: id }), ...byDefault('24', { hours: integer(1, 24) }) },
    result: record({
      ...{ from: timestamp, upto: timestamp, refused: jsonInteger, yesterday: jsonInteger, last_week: jsonInteger },
    }),
  }),
  endpoint('/service/traffic', {
    extension,
    parameters: { ...required({ serviceid: id }), ...byDefault('day', { period: oneOf('day', 'week') }) },
    result: record({ period: oneOf('day', 'week'), from: timestamp, upto: timestamp, step: integer() }),
  }),
  endpoint('/plan/traffic', {
    extension,
    parameters: { ...required({ id }), ...byDefault('day', { period: oneOf('day', 'week') }) },
    result: record({ period: oneOf('day', 'week'), from: timestamp, upto: timestamp, step: integer() }),
  }),
  endpoint('/radius/nas/traffic', {
    extension,
    parameters: { ...required({ id }), ...byDefault('day', { period: oneOf('day', 'week') }) },
    result: record({ period: oneOf('day', 'week'), from: timestamp, upto: timestamp, step: integer() }),
  }),
  endpoint('/service/action_many', {
    extension,
    parameters: { ...required({ serviceids: csv(id), action }), ...repeatable, ...previewed },
    result: notShown('how many were accepted and refused, the sums, the wallets, and each service'),
  }),
  endpoint('/service/timeline', {
    extension,
    parameters: {
      ...required({ serviceid: id }),
      ...optional({ before: text, kinds: csv(entryKind) }),
      ...byDefault('50', { limit: integer(1, 100) }),
    },
    result: rows({
      ...{ id: text, at: timestamp, kind: entryKind, title: text },
      ...{ detail: orNull(text), amt: orNull(signedMoney), by: orNull(text) },
    }),
  }),
  endpoint('/session/live', {
    extension,
    parameters: {
      ...owners,
      ...optional({ serviceid: id, username: text, nasid: id, nasip: nasIp, ip: ipv4, mac }),
      ...optional({ location_code: text, sub_location_code: text, ip6: ipv6Range }),
      ...paged,
      ...sorted(['started', 'id'], 'started'),
    },
    result: rows({
      ...{ id, sessionid: text, serviceid: orNull(id), username: text, ispid: id, resellerid: ownerId },
      ...{ customerid: orNull(id), customername: orNull(text), nasid: id, nasname: orNull(text), nasip: nasIp },
      ...{ ip: orNull(ipv4), mac: orNull(text), starttime: timestamp, updatetime: timestamp, duration: integer() },
      ...{ dl_mb: numeric, ul_mb: numeric, dl: orNull(integer()), ul: orNull(integer()) },
      ...{ refused_at: orNull(timestamp), refusal: orNull(text), advice: orNull(text) },
      ...{ ip6_prefix: orNull(text), pd_prefix: orNull(text), ip6: orNull(text) },
    }),
  }),
  endpoint('/session/parts', {
    extension,
    parameters: { ...owners, ...optional({ serviceid: id, username: text }), ...paged },
    result: rows({
      ...{ id, sessionid: text, ispid: id, resellerid: ownerId, serviceid: orNull(id), username: text },
      ...{ partid: text, name: orNull(text), starttime: timestamp, updatetime: timestamp, endtime: orNull(timestamp) },
      ...{ duration: integer(), ul_mb: numeric, dl_mb: numeric },
    }),
  }),
  endpoint('/session/addresses', {
    extension,
    parameters: {
      ...owners,
      ...required({ username: text }),
      ...optional({ from: timestamp, upto: timestamp }),
      ...paged,
    },
    result: rows({
      ...{ id, sessionid: text, ispid: id, resellerid: ownerId, serviceid: orNull(id), username: text, nasip: text },
      ...{ kind: oneOf('ipv4', 'ipv6_prefix', 'delegated_prefix', 'ipv6_address'), address: text },
      ...{ starttime: timestamp, updatetime: timestamp, endtime: orNull(timestamp), flapping: flagYN },
    }),
  }),
  endpoint('/radius/user/rejects', {
    extension,
    parameters: {
      ...owners,
      ...optional({ username: text, kind: rejectKind, mac, nasid: id, nasip: nasIp, planid: id, location_code: text }),
      ...optional({ date_from: dateOrTimestamp, date_to: dateOrTimestamp }),
      ...paged,
    },
    result: rows({
      ...{ id, at: timestamp, ispid: id, resellerid: ownerId, serviceid: orNull(id), username: text },
      ...{ kind: rejectKind, reason: orNull(text), protocol: orNull(text), mac: orNull(text) },
      ...{ nasid: id, nasname: orNull(text), nasip: nasIp },
    }),
  }),
  endpoint('/search/find', {
    extension,
    parameters: { ...required({ text }), ...byDefault('20', { limit: integer(1, 20) }) },
    result: rows({
      kind: oneOf('service', 'customer', 'lead', 'invoice', 'nas'),
      id,
      title: text,
      detail: orNull(text),
      status: orNull(text),
    }),
  }),
];
