import {
  beyond,
  byDefault,
  byDefaultIn,
  Done,
  newId,
  noted,
  notShown,
  optional,
  owners,
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
  alsoTaking,
  code,
  compared,
  date,
  flagYN,
  id,
  integer,
  ipv4,
  ipv6Prefix,
  type Kind,
  mac,
  money,
  numeric,
  oneOf,
  password,
  percent,
  prose,
  signedMoney,
  text,
  wildcard,
  withExample,
} from '../kinds.ts';

const status = oneOf('Active', 'NP', 'NPD', 'Suspend', 'NewRequest');
const protocol = oneOf('PPPoE', 'IPoE');
const connectivity: Kind = { ...oneOf('Wireless', 'Fibre', 'Hotspot'), same: { Fiber: 'Fibre' } };
/** The filter has a spelling of its own (2.10). */
const connectivityFilter: Kind = { ...oneOf('Fiber', 'Wireless', 'Hotspot'), same: { Fibre: 'Fiber' } };
const prepaidPostpaid = oneOf('Prepaid', 'Postpaid');
/** 2.10 and the filter have `Subnet` besides. */
const ipAssignmentOfNew: Kind = { ...oneOf('NAS', 'IPpool', 'StaticIP'), elsewhere: ['Subnet'] };
const ipAssignment = oneOf('NAS', 'IPpool', 'StaticIP', 'Subnet');
const macBind = oneOf('Auto', 'Manual', 'No');
const startDay = integer(0, 30);
const latitude = alsoTaking(['12.971599', '-33.5'], numeric);
const longitude = alsoTaking(['77.594566', '-170.25'], numeric);
const installationAddress = oneOf('new', 'same');
const billingAddress = oneOf('new', 'same', 'ia');
const newInstallation = when('installation_address is new', { installation_address: 'new' });
const newBilling = when('billing_address is new', { billing_address: 'new' });

/** The conditional rules of create, which update has as well. */
const joined = {
  ...requiredWhen(newInstallation, { ia_zipcode: text, ia_state: prose, ia_city: prose, ia_street: prose }),
  ...requiredWhen(newBilling, { ba_zipcode: text, ba_state: prose, ba_city: prose, ba_street: prose }),
  ...requiredWhen(when('staticip is given', { staticip: '192.0.2.1' }), { ippool: text }),
  ...optional({ staticip: ipv4 }),
  ...requiredWhen(when('mac_bind is Manual', { mac_bind: 'Manual' }), { mac }),
};

/** 2.10 Subscriber service. */
export const serviceRecord = {
  serviceid: id,
  customerid: id,
  planid: id,
  subplanid: id,
  username: text,
  status,
  bw_level: integer(1, 3),
  billed: flagYN,
  prepaid_postpaid: prepaidPostpaid,
  protocol,
  connectivity: oneOf('Wireless', 'Fibre', 'Hotspot'),
  ip_assignment: ipAssignment,
  ippool: text,
  staticip: ipv4,
  mac: text,
  mac_bind: macBind,
  discount_percent: percent,
  discount_amt: money,
  deposit: money,
  credit_limit: money,
  installation_amt: money,
  used_gb: numeric,
  os_amt: signedMoney,
  tax_id: text,
  valid_from: date,
  valid_upto: date,
  bill_from: date,
  billing_start_day: startDay,
  latitude: numeric,
  longitude: numeric,
  location_code: text,
  sub_location_code: text,
  ...{ installation_address: text, ia_zipcode: text, ia_state: text, ia_city: text, ia_street: text },
  ...{ billing_address: text, ba_zipcode: text, ba_state: text, ba_city: text, ba_street: text },
};

export const sortFields = [
  ...['id', 'username', 'customerid', 'planid', 'subplanid', 'protocol', 'connectivity', 'prepaid_postpaid', 'status'],
  ...['used_gb', 'os_amt', 'location_code', 'sub_location_code', 'valid_from', 'valid_upto', 'deposit', 'staticip'],
];

export const filters = {
  ...owners,
  ...optional({ serviceid: id, customerid: id, planid: id, subplanid: id, username: wildcard, mac }),
  ...optional({ bw_level: integer(1, 3), billed: flagYN, prepaid_postpaid: prepaidPostpaid }),
  ...optional({ location_code: code, sub_location_code: code, status, protocol, connectivity: connectivityFilter }),
  ...optional({ ippool: text, ip_assignment: ipAssignment, staticip: ipv4, tax_id: text }),
  ...optional({ discount_percent: compared(percent), discount_amt: compared(money), deposit: compared(money) }),
  ...optional({ credit_limit: compared(money), used_gb: compared(numeric), os_amt: compared(signedMoney) }),
  ...optional({ service_created_from: date, service_created_upto: date, valid_from: date, valid_upto: date }),
};

const oneOff = when('topup_planid is not given', {}, ['topup_planid']);

/** A range the limits of section 8 do not allow, and one they do. */
const range = (date_from: string, date_upto: string) => ({ date_from, date_upto });
const tooLong = (report_format: string, source: string, dates: ReturnType<typeof range>) => ({
  why: `${report_format} from ${source} has no range that long`,
  texts: { report_format, source, ...dates },
  names: 'date_upto',
  checkedBy: 'rule' as const,
});

/** 4.14 Subscriber services. */
export const services = section('4.14', [
  endpoint('/service/list', {
    parameters: { ...filters, ...paged, ...sorted(sortFields, 'id') },
    result: rows(serviceRecord, ['password']),
  }),
  endpoint('/service/create', {
    parameters: {
      ...required({ customerid: id, planid: id, subplanid: id, username: text, password }),
      ...required({ location_code: code, sub_location_code: code, protocol, connectivity }),
      ...required({ prepaid_postpaid: prepaidPostpaid }),
      ...noted(
        'Listed as required, and with a default: left out it means the default.',
        byDefault('same', { installation_address: installationAddress, billing_address: billingAddress }),
      ),
      ...joined,
      ...byDefaultIn('today', { bill_from: date }),
      ...byDefault('0', { billing_start_day: startDay, discount_percent: percent, discount_amt: money }),
      ...optional({ tax_id: text }),
      ...byDefault('NAS', { ip_assignment: ipAssignmentOfNew }),
      ...byDefault('Auto', { mac_bind: macBind }),
      ...byDefault('0', { deposit: money, installation_amt: money }),
      ...byDefault(null, { credit_limit: money }),
      ...optional({ latitude, longitude }),
      ...beyond({ leadid: id, ip6_prefix: ipv6Prefix, pd_prefix: ipv6Prefix, session_limit: integer(1, 64) }),
      ...repeatable,
      ...previewed,
    },
    result: newId,
  }),
  endpoint('/service/update', {
    clears: true,
    parameters: {
      ...required({ serviceid: id }),
      ...optional({ password, billing_start_day: startDay, discount_percent: percent, discount_amt: money }),
      ...optional({ tax_id: text, location_code: code, sub_location_code: code, protocol, connectivity }),
      ...optional({ prepaid_postpaid: prepaidPostpaid, ip_assignment: ipAssignmentOfNew, mac_bind: macBind }),
      ...optional({ latitude, longitude }),
      ...optional({ installation_address: installationAddress, billing_address: billingAddress }),
      ...joined,
      ...beyond({ ip6_prefix: ipv6Prefix, pd_prefix: ipv6Prefix, session_limit: integer(1, 64) }),
    },
    result: Done,
  }),
  endpoint('/service/delete', {
    parameters: { ...required({ serviceid: id }), ...beyond({ write_off_reason: prose }), ...repeatable, ...previewed },
    result: Done,
  }),
  endpoint('/service/mac_unbind', { parameters: required({ serviceid: id }), result: Done }),
  endpoint('/service/planchange', {
    parameters: {
      ...required({ serviceid: id, planid: id, subplanid: id, schedule: oneOf('immediately', 'next_bill') }),
      ...repeatable,
      ...previewed,
    },
    result: Done,
  }),
  endpoint('/service/topup', {
    parameters: {
      ...required({ serviceid: id }),
      ...optional({ topup_planid: id }),
      ...requiredWhen(oneOff, { gb: numeric, amt: money, type: oneOf('Expiring', 'NonExpiring') }),
      ...repeatable,
      ...previewed,
    },
    smallest: { topup_planid: '1' },
    result: Done,
  }),
  endpoint('/service/action', {
    parameters: {
      ...required({
        serviceid: id,
        action: oneOf(...['update_usage', 'renew', 'invoice', 'bill', 'suspend', 'np', 'npd', 'restore', 'reconnect']),
      }),
      ...repeatable,
      ...previewed,
    },
    result: Done,
  }),
  endpoint('/service/usage_report', {
    parameters: {
      ...required({
        serviceid: id,
        report_format: oneOf('detailed', 'day_wise_summary', 'month_wise_summary', 'year_wise_summary'),
        source: oneOf('recent', 'archive'),
        date_from: withExample('2026-01-01', date),
        date_upto: withExample('2026-01-31', date),
      }),
      ...noted('Used only when report_format is detailed.', optional({ nas: ipv4, mac, ip: ipv4 })),
    },
    accepts: [
      { report_format: 'detailed', source: 'recent', ...range('2026-01-01', '2026-04-10') },
      { report_format: 'detailed', source: 'archive', ...range('2023-01-01', '2026-01-04') },
      { report_format: 'year_wise_summary', source: 'recent', ...range('2023-01-01', '2026-01-04') },
    ],
    refuses: [
      tooLong('detailed', 'recent', range('2026-01-01', '2026-04-20')),
      tooLong('detailed', 'archive', range('2023-01-01', '2026-01-20')),
      tooLong('day_wise_summary', 'recent', range('2023-01-01', '2026-01-20')),
    ],
    result: notShown('usage, by the format asked for'),
  }),
]);
