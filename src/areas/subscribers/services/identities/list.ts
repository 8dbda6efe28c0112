import { column, defineList, exactKey, ownerColumns, ownerFilters, PAGED } from '../../../../core/list/index.ts';
import { serviceScope } from '../../../../core/tenancy/scope.ts';
import * as wire from '../../../../core/wire/index.ts';

/** Identities of services, in the order in which they were added. */
export const identities = defineList({
  from: 'crm.service_identity i JOIN crm.service s ON s.id = i.service_id',
  key: 'i.id',
  scope: serviceScope('s'),
  columns: {
    id: column(wire.id(), 'i.id'),
    ...ownerColumns('s'),
    serviceid: column(wire.id(), 'i.service_id'),
    username: column(wire.shown(), 's.username'),
    circuit_id: column(wire.shown().nullable(), 'i.circuit_id'),
    remote_id: column(wire.shown().nullable(), 'i.remote_id'),
    mac: column(wire.shown().nullable(), 'i.mac'),
    created_at: column(wire.timestamp(), 'i.created_at'),
    created_by: column(wire.shown(), 'i.created_by'),
  },
  filters: {
    ...ownerFilters('s'),
    id: exactKey(wire.id(), 'i.id'),
    serviceid: exactKey(wire.id(), 'i.service_id'),
    circuit_id: exactKey(wire.lineId(), 'i.circuit_id'),
    remote_id: exactKey(wire.lineId(), 'i.remote_id'),
    mac: exactKey(wire.mac(), 'i.mac'),
  },
  paging: PAGED,
});
