import { column, defineList, exact, fromUpto, PAGED, partial, stampColumns } from '../../../core/list/index.ts';
import * as wire from '../../../core/wire/index.ts';
import { INVOICE_BY, PAYMENT_BY, RESELLER_TYPES } from './vocabulary.ts';

/** Contract 2.7 and 4.9. */
export const resellers = defineList({
  from: 'crm.reseller r',
  key: 'r.id',
  scope: { isp: 'r.isp_id', reseller: 'r.id', deleted: 'r.deleted_at' },
  columns: {
    id: column(wire.id(), 'r.id'),
    ispid: column(wire.id(), 'r.isp_id'),
    type: column(wire.oneOf(RESELLER_TYPES), 'r.type'),
    name: column(wire.shown(), 'r.name'),
    code: column(wire.shown(), 'r.code'),
    address: column(wire.shown().nullable(), 'r.address'),
    mobile: column(wire.shown(), 'r.mobile'),
    email: column(wire.shown(), 'r.email'),
    state: column(wire.shown().nullable(), 'r.state'),
    invoice_by: column(wire.oneOf(INVOICE_BY), 'r.invoice_by'),
    payment_by: column(wire.oneOf(PAYMENT_BY), 'r.payment_by'),
    commission_percent: column(wire.percent().nullable(), 'r.commission_percent'),
    credit_limit: column(wire.money().nullable(), 'r.credit_limit'),
    wallet: column(wire.money({ min: -999_999_999_999 }), 'r.wallet'),
    ...stampColumns('r'),
  },
  filters: {
    ispid: exact(wire.id(), 'r.isp_id'),
    resellerid: exact(wire.id(), 'r.id'),
    invoice_by: exact(wire.oneOf(INVOICE_BY), 'r.invoice_by'),
    payment_by: exact(wire.oneOf(PAYMENT_BY), 'r.payment_by'),
    type: exact(wire.oneOf(RESELLER_TYPES), 'r.type'),
    name: partial('r.name'),
    code: partial('r.code'),
    state: exact(wire.text(), 'r.state'),
    ...fromUpto('created', 'r.created_at'),
  },
  paging: PAGED,
  sort: {
    id: 'r.id',
    ispid: 'r.isp_id',
    type: 'r.type',
    name: 'r.name',
    code: 'r.code',
    state: 'r.state',
    wallet: 'r.wallet',
  },
  defaultSort: 'id',
});
