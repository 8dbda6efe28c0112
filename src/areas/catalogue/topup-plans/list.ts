import {
  column,
  compare,
  defineList,
  exact,
  fromUpto,
  ownerColumns,
  ownerFilters,
  PAGED,
  partial,
  stampColumns,
} from '../../../core/list/index.ts';
import { TOPUP_TYPES } from '../../../core/vocabulary/topup-plan.ts';
import * as wire from '../../../core/wire/index.ts';

/** Extra data at a price, sold by `service/topup`. The ISP's own are visible to all of its resellers. */
export const topupPlans = defineList({
  from: 'crm.topup_plan t',
  key: 't.id',
  scope: { isp: 't.isp_id', reseller: 't.reseller_id', shared: true, deleted: 't.deleted_at' },
  columns: {
    id: column(wire.id(), 't.id'),
    name: column(wire.shown(), 't.name'),
    ...ownerColumns('t'),
    gb: column(wire.gigabytes(), 't.gb'),
    amt: column(wire.money(), 't.amt'),
    type: column(wire.oneOf(TOPUP_TYPES), 't.type'),
    ...stampColumns('t'),
  },
  filters: {
    ...ownerFilters('t'),
    id: exact(wire.id(), 't.id'),
    name: partial('t.name'),
    gb: compare(wire.gigabytes(), 't.gb'),
    amt: compare(wire.money(), 't.amt'),
    type: exact(wire.oneOf(TOPUP_TYPES), 't.type'),
    ...fromUpto('created', 't.created_at'),
  },
  paging: PAGED,
  sort: { id: 't.id', name: 't.name', gb: 't.gb', amt: 't.amt', type: 't.type' },
  defaultSort: 'id',
});
