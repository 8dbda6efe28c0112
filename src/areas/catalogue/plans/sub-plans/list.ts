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
} from '../../../../core/list/index.ts';
import * as wire from '../../../../core/wire/index.ts';
import { sql } from '../../../../db/sql.ts';

export const subPlans = defineList({
  from: 'crm.sub_plan sp',
  key: 'sp.id',
  scope: { isp: 'sp.isp_id', reseller: 'sp.reseller_id', shared: true, deleted: 'sp.deleted_at' },
  columns: {
    id: column(wire.id(), 'sp.id'),
    planid: column(wire.id(), 'sp.plan_id'),
    ...ownerColumns('sp'),
    name: column(wire.shown(), 'sp.name'),
    units: column(wire.decimal({ places: 2 }), sql`round(sp.units, 2)`),
    portal: column(wire.flagYN(), 'sp.portal'),
    charge1: column(wire.shown(), 'sp.charge1'),
    amt1: column(wire.money(), 'sp.amt1'),
    charge2: column(wire.shown().nullable(), 'sp.charge2'),
    amt2: column(wire.money().nullable(), 'sp.amt2'),
    charge3: column(wire.shown().nullable(), 'sp.charge3'),
    amt3: column(wire.money().nullable(), 'sp.amt3'),
    price: column(wire.money(), 'sp.price'),
    ...stampColumns('sp'),
  },
  filters: {
    ...ownerFilters('sp'),
    planid: exact(wire.id(), 'sp.plan_id'),
    id: exact(wire.id(), 'sp.id'),
    name: partial('sp.name'),
    portal: exact(wire.flagYN(), 'sp.portal'),
    price: compare(wire.money(), 'sp.price'),
    ...fromUpto('created', 'sp.created_at'),
  },
  paging: PAGED,
  sort: { id: 'sp.id', name: 'sp.name', planid: 'sp.plan_id', units: 'sp.units', price: 'sp.price' },
  defaultSort: 'id',
});
