import {
  column,
  defineList,
  exact,
  exactKey,
  ownerColumns,
  ownerFilters,
  PAGED,
  stampColumns,
} from '../../../../core/list/index.ts';
import { visitSlotScope } from '../../../../core/tenancy/care-scope.ts';
import * as wire from '../../../../core/wire/index.ts';
import { WEEKDAYS } from './weekdays.ts';

export const visitSlots = defineList({
  from: 'crm.visit_slot o',
  key: 'o.id',
  scope: visitSlotScope('o'),
  columns: {
    id: column(wire.id(), 'o.id'),
    ...ownerColumns('o'),
    location_code: column(wire.shown().nullable(), 'o.location_code'),
    hours: column(wire.shown(), 'o.hours'),
    weekdays: column(wire.csv(wire.oneOf(WEEKDAYS)), 'o.weekdays'),
    capacity: column(wire.count(), 'o.capacity'),
    ...stampColumns('o'),
  },
  filters: {
    ...ownerFilters('o'),
    id: exactKey(wire.id(), 'o.id'),
    location_code: exact(wire.code(), 'o.location_code'),
  },
  paging: PAGED,
  sort: { id: 'o.id' },
  defaultSort: 'id',
});
