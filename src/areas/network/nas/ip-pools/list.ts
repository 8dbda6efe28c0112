import {
  column,
  defineList,
  exact,
  ownerColumns,
  ownerFilters,
  PAGED,
  stampColumns,
  wildcard,
} from '../../../../core/list/index.ts';
import * as wire from '../../../../core/wire/index.ts';

/** Names of pools that are configured on the NAS itself (contract 2.3, 4.6). */
export const nasIpPools = defineList({
  from: 'radius.nas_ip_pool p',
  key: 'p.id',
  scope: { isp: 'p.isp_id', reseller: 'p.reseller_id', shared: true },
  columns: {
    id: column(wire.id(), 'p.id'),
    ...ownerColumns('p'),
    name: column(wire.shown(), 'p.name'),
    notes: column(wire.shown().nullable(), 'p.notes'),
    ...stampColumns('p'),
  },
  filters: { ...ownerFilters('p'), id: exact(wire.id(), 'p.id'), name: wildcard('p.name') },
  paging: PAGED,
});
