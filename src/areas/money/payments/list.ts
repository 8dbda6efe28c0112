import {
  column,
  compare,
  daysFromUpto,
  defineList,
  exact,
  exactKey,
  ownerColumns,
  ownerFilters,
  PAGED,
} from '../../../core/list/index.ts';
import * as wire from '../../../core/wire/index.ts';
import { PAYMENT_MODES, PAYMENT_STATUSES } from './vocabulary.ts';

const shownColumn = (name: string) => column(wire.shown().nullable(), name);

/** Payments outlive their service and customer. An Employee of some locations sees those of the services there. */
export const payments = defineList({
  from: `crm.payment p
    LEFT JOIN crm.service s ON s.id = p.service_id
    LEFT JOIN auth.login_user u ON u.id = p.collected_by`,
  key: 'p.id',
  scope: {
    isp: 'p.isp_id',
    reseller: 'p.reseller_id',
    customer: 'p.customer_id',
    location: { lc: 's.location_code', slc: 's.sub_location_code' },
  },
  columns: {
    id: column(wire.id(), 'p.id'),
    ...ownerColumns('p'),
    customerid: column(wire.id(), 'p.customer_id'),
    serviceid: column(wire.id(), 'p.service_id'),
    username: column(wire.shown(), 's.username'),
    receiptid: column(wire.id().nullable(), 'p.receipt_id'),
    amt: column(wire.money(), 'p.amt'),
    mode: column(wire.oneOf(PAYMENT_MODES), 'p.mode'),
    status: column(wire.oneOf(PAYMENT_STATUSES), 'p.status'),
    payment_date: column(wire.ymd(), 'p.paid_on'),
    ref_no: shownColumn('p.ref_no'),
    ref_date: column(wire.ymd().nullable(), 'p.ref_date'),
    ref_bank: shownColumn('p.ref_bank'),
    collected_by: shownColumn('u.username'),
    cancelled_at: column(wire.timestamp().nullable(), 'p.cancelled_at'),
    cancelled_by: shownColumn('p.cancelled_by'),
    bounced_on: column(wire.ymd().nullable(), 'p.bounced_on'),
    reason: shownColumn('p.cancel_reason'),
    created_at: column(wire.timestamp(), 'p.created_at'),
    created_by: column(wire.shown(), 'p.created_by'),
  },
  filters: {
    ...ownerFilters('p'),
    id: exactKey(wire.id(), 'p.id'),
    customerid: exactKey(wire.id(), 'p.customer_id'),
    serviceid: exactKey(wire.id(), 'p.service_id'),
    receiptid: exactKey(wire.id(), 'p.receipt_id'),
    mode: exact(wire.oneOf(PAYMENT_MODES), 'p.mode'),
    status: exact(wire.oneOf(PAYMENT_STATUSES), 'p.status'),
    amt: compare(wire.money(), 'p.amt'),
    ...daysFromUpto('paid', 'p.paid_on'),
  },
  paging: PAGED,
  sort: { id: 'p.id', payment_date: 'p.paid_on', amt: 'p.amt' },
  defaultSort: 'id',
  sortedAcrossIsps: ['id'],
});
