import { column, defineList, exact, exactKey, ownerColumns, ownerFilters, PAGED } from '../../../core/list/index.ts';
import * as wire from '../../../core/wire/index.ts';
import { PAID, RETURNED } from './sums.ts';
import { ORDER_STATUSES, PURPOSES } from './vocabulary.ts';

/** Payment orders, newest last. They outlive their service, as payments do. */
export const orders = defineList({
  from: 'crm.payment_order o LEFT JOIN crm.service s ON s.id = o.service_id',
  key: 'o.id',
  scope: {
    isp: 'o.isp_id',
    reseller: 'o.reseller_id',
    location: { lc: 's.location_code', slc: 's.sub_location_code' },
  },
  columns: {
    id: column(wire.id(), 'o.id'),
    ...ownerColumns('o'),
    customerid: column(wire.id(), 'o.customer_id'),
    serviceid: column(wire.id(), 'o.service_id'),
    username: column(wire.shown(), 's.username'),
    gatewayid: column(wire.id(), 'o.gateway_id'),
    purpose: column(wire.oneOf(PURPOSES), 'o.purpose'),
    amt: column(wire.money(), 'o.amt'),
    currency: column(wire.shown(), 'o.currency'),
    status: column(wire.oneOf(ORDER_STATUSES), 'o.status'),
    paid_amt: column(wire.money(), PAID),
    returned_amt: column(wire.money(), RETURNED),
    order_no: column(wire.shown().nullable(), 'o.provider_order_id'),
    fulfilled_at: column(wire.timestamp().nullable(), 'o.fulfilled_at'),
    problem: column(wire.shown().nullable(), 'o.problem'),
    expires_at: column(wire.timestamp(), 'o.expires_at'),
    created_at: column(wire.timestamp(), 'o.created_at'),
    created_by: column(wire.shown(), 'o.created_by'),
  },
  filters: {
    ...ownerFilters('o'),
    id: exactKey(wire.id(), 'o.id'),
    customerid: exactKey(wire.id(), 'o.customer_id'),
    serviceid: exactKey(wire.id(), 'o.service_id'),
    status: exact(wire.oneOf(ORDER_STATUSES), 'o.status'),
  },
  paging: PAGED,
});
