import { column, defineList, exact, fromUpto, ownerColumns, PAGED } from '../../../core/list/index.ts';
import { serviceScope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import { signed, TXN_CODES } from './vocabulary.ts';

/** Contract 2.7 and 4.9. */
export const walletTransactions = defineList({
  from: 'crm.wallet_txn t LEFT JOIN crm.service s ON s.id = t.service_id',
  key: 't.id',
  // An Employee limited to locations sees the transactions of the services there.
  scope: { isp: 't.isp_id', reseller: 't.reseller_id', location: serviceScope('s').location },
  columns: {
    id: column(wire.amount(), 't.id'),
    ...ownerColumns('t'),
    txn_code: column(wire.oneOf(TXN_CODES), 't.txn_code'),
    serviceid: column(wire.id().nullable(), 't.service_id'),
    username: column(wire.shown().nullable(), 's.username'),
    amt: column(signed(), 't.amt'),
    balance: column(signed(), 't.balance'),
    note: column(wire.shown().nullable(), 't.note'),
    created_at: column(wire.timestamp(), 't.created_at'),
    created_by: column(wire.shown(), 't.created_by'),
  },
  filters: {
    id: exact(wire.id(), 't.id'),
    ispid: exact(wire.id(), 't.isp_id'),
    resellerid: exact(wire.id(), 't.reseller_id'),
    txn_code: exact(wire.oneOf(TXN_CODES), 't.txn_code'),
    serviceid: exact(wire.id(), 't.service_id'),
    ...fromUpto('created', 't.created_at'),
  },
  paging: PAGED,
});
