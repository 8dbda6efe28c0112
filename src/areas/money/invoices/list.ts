import {
  column,
  daysFromUpto,
  defineList,
  exactKey,
  filter,
  ownerColumns,
  ownerFilters,
  PAGED,
} from '../../../core/list/index.ts';
import * as wire from '../../../core/wire/index.ts';
import { sql } from '../../../db/sql.ts';

/** A credit note is an invoice below 0. */
const signed = (name: string) => column(wire.money({ min: -wire.MAX_MONEY }), name);

const paid = filter(wire.flagYN(), (yes) => (yes ? sql`i.paid_at IS NOT NULL` : sql`i.paid_at IS NULL`));

/** Invoices outlive their service and customer. An Employee of some locations sees those of the services there. */
export const invoices = defineList({
  from: 'crm.invoice i LEFT JOIN crm.service s ON s.id = i.service_id',
  key: 'i.id',
  scope: {
    isp: 'i.isp_id',
    reseller: 'i.reseller_id',
    customer: 'i.customer_id',
    location: { lc: 's.location_code', slc: 's.sub_location_code' },
  },
  columns: {
    id: column(wire.id(), 'i.id'),
    ...ownerColumns('i'),
    document_no: column(wire.shown(), 'i.document_no'),
    customerid: column(wire.id(), 'i.customer_id'),
    serviceid: column(wire.id(), 'i.service_id'),
    username: column(wire.shown(), 's.username'),
    issued_on: column(wire.ymd(), 'i.issued_on'),
    due_on: column(wire.ymd(), 'i.due_on'),
    currency: column(wire.shown(), 'i.currency'),
    net: signed('i.net'),
    tax: signed('i.tax'),
    total: signed('i.total'),
    paid_amt: column(wire.money(), 'i.paid_amt'),
    paid: column(wire.flagYN(), sql`i.paid_at IS NOT NULL`),
    paid_at: column(wire.timestamp().nullable(), 'i.paid_at'),
    created_at: column(wire.timestamp(), 'i.created_at'),
    created_by: column(wire.shown(), 'i.created_by'),
  },
  filters: {
    ...ownerFilters('i'),
    id: exactKey(wire.id(), 'i.id'),
    serviceid: exactKey(wire.id(), 'i.service_id'),
    customerid: exactKey(wire.id(), 'i.customer_id'),
    document_no: exactKey(wire.text(), 'i.document_no'),
    paid,
    ...daysFromUpto('issued', 'i.issued_on'),
    ...daysFromUpto('due', 'i.due_on'),
  },
  paging: PAGED,
  sort: { id: 'i.id', document_no: 'i.document_no', issued_on: 'i.issued_on', due_on: 'i.due_on' },
  defaultSort: 'id',
  sortedAcrossIsps: ['id'],
});
