import {
  column,
  defineList,
  exactKey,
  filter,
  ownerColumns,
  ownerFilters,
  telephone,
} from '../../../core/list/index.ts';
import { maskedRecord } from '../../../core/telephone/masked.ts';
import * as wire from '../../../core/wire/index.ts';
import { sql } from '../../../db/sql.ts';
import { isOfTypes } from './of-types.ts';
import { eventTypes } from './vocabulary.ts';

/** In the order in which they became visible, so a reader who passes the id of the last one as `after` misses none. */
export const events = defineList({
  from: 'crm.event e',
  key: 'e.id',
  scope: { isp: 'e.isp_id', reseller: 'e.reseller_id' },
  columns: {
    id: column(wire.amount(), 'e.id'),
    type: column(wire.shown(), 'e.type'),
    version: column(wire.amount(), 'e.version'),
    at: column(wire.timestamp(), 'e.at'),
    ...ownerColumns('e'),
    serviceid: column(wire.id().nullable(), 'e.service_id'),
    customerid: column(wire.id().nullable(), 'e.customer_id'),
    procedure: column(wire.shown().nullable(), 'e.procedure'),
    username: column(wire.shown().nullable(), 'e.username'),
    data: telephone(wire.jsonObject(), 'e.data', maskedRecord),
  },
  filters: {
    ...ownerFilters('e'),
    after: filter(wire.wholeNumber(0, Number.MAX_SAFE_INTEGER), (id) => sql`e.id > ${id}::bigint`),
    type: filter(eventTypes(), (types) => isOfTypes(types)),
    serviceid: exactKey(wire.id(), 'e.service_id'),
  },
  paging: ['rows_limit'],
  order: { by: 'e.id', direction: 'asc' },
});
