import {
  column,
  defineList,
  exact,
  ownerColumns,
  ownerFilters,
  PAGED,
  stampColumns,
  wildcard,
} from '../../../core/list/index.ts';
import * as wire from '../../../core/wire/index.ts';
import { ASSIGNMENTS } from './create.ts';

export const queues = defineList({
  from: 'crm.care_queue q',
  key: 'q.id',
  scope: { isp: 'q.isp_id', reseller: 'q.reseller_id', deleted: 'q.deleted_at' },
  columns: {
    id: column(wire.id(), 'q.id'),
    ...ownerColumns('q'),
    name: column(wire.shown(), 'q.name'),
    members: column(wire.csv(wire.id(), { min: 0 }), 'q.member_ids'),
    assignment: column(wire.oneOf(ASSIGNMENTS), 'q.assignment'),
    ...stampColumns('q'),
  },
  filters: { ...ownerFilters('q'), id: exact(wire.id(), 'q.id'), name: wildcard('q.name') },
  paging: PAGED,
  sort: { id: 'q.id', name: 'q.name' },
  defaultSort: 'id',
});
