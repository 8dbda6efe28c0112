import {
  column,
  daysFromUpto,
  defineList,
  exact,
  exactKey,
  ownerColumns,
  ownerFilters,
  PAGED,
} from '../../../core/list/index.ts';
import * as wire from '../../../core/wire/index.ts';
import { ADJUSTMENT_KINDS, REFUND_MODES } from './vocabulary.ts';

const shownColumn = (name: string) => column(wire.shown().nullable(), name);

/** Adjustments outlive their service and customer. An Employee of some locations sees those of the services there. */
export const adjustments = defineList({
  from: 'crm.adjustment a LEFT JOIN crm.service s ON s.id = a.service_id',
  key: 'a.id',
  scope: {
    isp: 'a.isp_id',
    reseller: 'a.reseller_id',
    customer: 'a.customer_id',
    location: { lc: 's.location_code', slc: 's.sub_location_code' },
  },
  columns: {
    id: column(wire.id(), 'a.id'),
    ...ownerColumns('a'),
    customerid: column(wire.id(), 'a.customer_id'),
    serviceid: column(wire.id(), 'a.service_id'),
    username: column(wire.shown(), 's.username'),
    kind: column(wire.oneOf(ADJUSTMENT_KINDS), 'a.kind'),
    amt: column(wire.money(), 'a.amt'),
    tax: column(wire.money(), 'a.tax'),
    description: column(wire.shown(), 'a.description'),
    reason: column(wire.shown(), 'a.reason'),
    invoiceid: column(wire.id().nullable(), 'a.invoice_id'),
    mode: column(wire.oneOf(REFUND_MODES).nullable(), 'a.mode'),
    ref_no: shownColumn('a.ref_no'),
    ref_date: column(wire.ymd().nullable(), 'a.ref_date'),
    ref_bank: shownColumn('a.ref_bank'),
    posted_on: column(wire.ymd(), 'a.posted_on'),
    created_at: column(wire.timestamp(), 'a.created_at'),
    created_by: column(wire.shown(), 'a.created_by'),
  },
  filters: {
    ...ownerFilters('a'),
    id: exactKey(wire.id(), 'a.id'),
    customerid: exactKey(wire.id(), 'a.customer_id'),
    serviceid: exactKey(wire.id(), 'a.service_id'),
    kind: exact(wire.oneOf(ADJUSTMENT_KINDS), 'a.kind'),
    ...daysFromUpto('posted', 'a.posted_on'),
  },
  paging: PAGED,
  sort: { id: 'a.id', posted_on: 'a.posted_on' },
  defaultSort: 'id',
  sortedAcrossIsps: ['id'],
});
