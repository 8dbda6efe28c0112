import { column, defineList, exact, ownerColumns, ownerFilters, PAGED } from '../../../core/list/index.ts';
import { SERVICE_STATUSES } from '../../../core/vocabulary/service.ts';
import * as wire from '../../../core/wire/index.ts';

/** Services that could not be advanced to today. They are not billed until an attempt succeeds. */
export const serviceProblems = defineList({
  from: 'crm.service_problem p JOIN crm.service s ON s.id = p.service_id',
  key: 'p.service_id',
  scope: {
    isp: 'p.isp_id',
    reseller: 's.reseller_id',
    deleted: 's.deleted_at',
    location: { lc: 's.location_code', slc: 's.sub_location_code' },
  },
  columns: {
    serviceid: column(wire.id(), 'p.service_id'),
    username: column(wire.shown(), 's.username'),
    ...ownerColumns('s'),
    status: column(wire.oneOf(SERVICE_STATUSES), 's.status'),
    valid_upto: column(wire.ymd().nullable(), 's.valid_upto'),
    problem: column(wire.shown(), 'p.problem'),
    since: column(wire.timestamp(), 'p.since'),
    attempted_at: column(wire.timestamp(), 'p.attempted_at'),
    attempts: column(wire.amount(), 'p.attempts'),
    access_upto: column(wire.ymd(), 'p.access_upto'),
  },
  filters: { ...ownerFilters('s'), serviceid: exact(wire.id(), 'p.service_id') },
  paging: PAGED,
});
