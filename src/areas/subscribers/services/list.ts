import {
  column,
  compare,
  defineList,
  exact,
  exactKey,
  filter,
  ownerColumns,
  ownerFilters,
  PAGED,
  stampColumns,
  wildcardName,
} from '../../../core/list/index.ts';
import { serviceScope } from '../../../core/tenancy/scope.ts';
import { CONNECTIVITIES, connectivity } from '../../../core/vocabulary/plan.ts';
import * as vocabulary from '../../../core/vocabulary/service.ts';
import * as wire from '../../../core/wire/index.ts';
import { endOfDay, startOfDay } from '../../../core/zone.ts';
import { type Sql, sql } from '../../../db/sql.ts';

/** 1 GB = 2^30 bytes; usage is upload plus download. */
const usedGb = sql`round((u.in_bytes::numeric + u.out_bytes) / 1073741824, 3)`;
/** In whole bytes like `radius.usage.listed_bytes`, so that the comparison can use its index. */
const gbInBytes = (gb: Sql) => sql`(${gb}::numeric * 1073741824)::bigint`;
const signedMoney = () => wire.money({ min: -999_999_999_999 });
const shownColumn = (name: string) => column(wire.shown().nullable(), name);

const addressColumns = {
  installation_address: column(wire.oneOf(vocabulary.INSTALLATION_ADDRESSES), 's.installation_address'),
  ia_zipcode: shownColumn('s.ia_zipcode'),
  ia_state: shownColumn('s.ia_state'),
  ia_city: shownColumn('s.ia_city'),
  ia_street: shownColumn('s.ia_street'),
  billing_address: column(wire.oneOf(vocabulary.BILLING_ADDRESSES), 's.billing_address'),
  ba_zipcode: shownColumn('s.ba_zipcode'),
  ba_state: shownColumn('s.ba_state'),
  ba_city: shownColumn('s.ba_city'),
  ba_street: shownColumn('s.ba_street'),
};

/** Select by the period itself: when it starts and when it ends. */
const validityFilters = {
  valid_from: filter(wire.ymd(), (day) => sql`s.valid_from >= ${day}::date`),
  valid_upto: filter(wire.ymd(), (day) => sql`s.valid_upto <= ${day}::date`),
};

/** Every service has a usage row; it is a left join so that queries that need nothing from it, such as a count, skip it. */
export const SERVICES = `crm.service s
    LEFT JOIN radius.usage u ON u.service_id = s.id AND u.isp_id = s.isp_id
    LEFT JOIN radius.ip_pool ip ON ip.id = s.ip_pool_id`;

export const SERVICE_SORT = {
  id: 's.id',
  username: 's.username',
  customerid: 's.customer_id',
  planid: 's.plan_id',
  subplanid: 's.sub_plan_id',
  protocol: 's.protocol',
  connectivity: 's.connectivity',
  prepaid_postpaid: 's.prepaid_postpaid',
  status: 's.status',
  used_gb: { by: sql`u.listed_bytes`, joined: sql`u.isp_id IS NOT NULL` },
  os_amt: 's.os_amt',
  location_code: 's.location_code',
  sub_location_code: 's.sub_location_code',
  valid_from: 's.valid_from',
  valid_upto: 's.valid_upto',
  deposit: 's.deposit',
  staticip: 's.staticip',
};

/** Contract 2.10 and 4.14; the password is never returned. */
export const services = defineList({
  from: SERVICES,
  key: 's.id',
  scope: serviceScope('s'),
  columns: {
    serviceid: column(wire.id(), 's.id'),
    ...ownerColumns('s'),
    customerid: column(wire.id(), 's.customer_id'),
    planid: column(wire.id(), 's.plan_id'),
    subplanid: column(wire.id(), 's.sub_plan_id'),
    username: column(wire.shown(), 's.username'),
    status: column(wire.oneOf(vocabulary.SERVICE_STATUSES), 's.status'),
    bw_level: column(wire.amount(), 'u.bw_level'),
    billed: column(wire.flagYN(), 's.billed'),
    prepaid_postpaid: column(wire.oneOf(vocabulary.PAYMENT_KINDS), 's.prepaid_postpaid'),
    protocol: column(wire.oneOf(vocabulary.SERVICE_PROTOCOLS), 's.protocol'),
    connectivity: column(wire.oneOf(CONNECTIVITIES), 's.connectivity'),
    ip_assignment: column(wire.oneOf(vocabulary.IP_ASSIGNMENTS), 's.ip_assignment'),
    ippool: shownColumn('ip.name'),
    staticip: column(wire.ipv4().nullable(), sql`host(s.staticip)`),
    ip6_prefix: column(wire.shown().nullable(), sql`text(s.ip6_prefix)`),
    pd_prefix: column(wire.shown().nullable(), sql`text(s.pd_prefix)`),
    session_limit: column(wire.amount().nullable(), 's.session_limit'),
    mac: shownColumn('s.mac'),
    mac_bind: column(wire.oneOf(vocabulary.MAC_BINDS), 's.mac_bind'),
    discount_percent: column(wire.percent(), 's.discount_percent'),
    discount_amt: column(wire.money(), 's.discount_amt'),
    deposit: column(wire.money(), 's.deposit'),
    credit_limit: column(wire.money().nullable(), 's.credit_limit'),
    installation_amt: column(wire.money(), 's.installation_amt'),
    used_gb: column(wire.decimal({ places: 3 }), usedGb),
    os_amt: column(signedMoney(), 's.os_amt'),
    tax_id: shownColumn('s.tax_id'),
    valid_from: column(wire.ymd().nullable(), 's.valid_from'),
    valid_upto: column(wire.ymd().nullable(), 's.valid_upto'),
    bill_from: column(wire.ymd(), 's.bill_from'),
    billing_start_day: column(wire.amount(), 's.billing_start_day'),
    latitude: shownColumn('s.latitude'),
    longitude: shownColumn('s.longitude'),
    location_code: column(wire.shown(), 's.location_code'),
    sub_location_code: column(wire.shown(), 's.sub_location_code'),
    ...addressColumns,
    ...stampColumns('s'),
  },
  filters: {
    ...ownerFilters('s'),
    serviceid: exactKey(wire.id(), 's.id'),
    customerid: exactKey(wire.id(), 's.customer_id'),
    planid: exact(wire.id(), 's.plan_id'),
    subplanid: exact(wire.id(), 's.sub_plan_id'),
    username: wildcardName('s.username'),
    mac: exactKey(wire.mac(), 's.mac'),
    bw_level: exact(wire.wholeNumber(1, 3), 'u.bw_level'),
    billed: exact(wire.flagYN(), 's.billed'),
    prepaid_postpaid: exact(wire.oneOf(vocabulary.PAYMENT_KINDS), 's.prepaid_postpaid'),
    location_code: exact(wire.text(), 's.location_code'),
    sub_location_code: exact(wire.text(), 's.sub_location_code'),
    status: exact(wire.oneOf(vocabulary.SERVICE_STATUSES), 's.status'),
    protocol: exact(wire.oneOf(vocabulary.SERVICE_PROTOCOLS), 's.protocol'),
    connectivity: exact(connectivity(), 's.connectivity'),
    ippool: exact(wire.text(), 'ip.name'),
    ip_assignment: exact(wire.oneOf(vocabulary.IP_ASSIGNMENTS), 's.ip_assignment'),
    staticip: exactKey(wire.ipv4(), 's.staticip'),
    tax_id: exact(wire.text(), 's.tax_id'),
    discount_percent: compare(wire.percent(), 's.discount_percent'),
    discount_amt: compare(wire.money(), 's.discount_amt'),
    deposit: compare(wire.money(), 's.deposit'),
    credit_limit: compare(wire.money(), 's.credit_limit'),
    used_gb: compare(wire.gigabytes(), 'u.listed_bytes', gbInBytes),
    os_amt: compare(signedMoney(), 's.os_amt'),
    service_created_from: filter(wire.ymd(), (day, { zone }) => sql`s.created_at >= ${startOfDay(day, zone)}`),
    service_created_upto: filter(wire.ymd(), (day, { zone }) => sql`s.created_at < ${endOfDay(day, zone)}`),
    ...validityFilters,
  },
  paging: PAGED,
  sort: SERVICE_SORT,
  defaultSort: 'id',
  sortedAcrossIsps: ['id', 'username', 'customerid'],
});
