import { column, defineList, exact, ownerColumns, ownerFilters, partial } from '../../../core/list/index.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import { type Sql, sql } from '../../../db/sql.ts';

/** An Employee limited to locations sees only those. */
const ownLocations = ({ locations }: Scope): Sql | null =>
  locations === null ? null : sql`l.id = ANY(${locations.map(({ id }) => id)}::int[])`;

/** Contract 2.11 and 4.11: documented without paging, so all locations are returned. */
export const locations = defineList({
  from: 'crm.location l',
  key: 'l.id',
  scope: { isp: 'l.isp_id', reseller: 'l.reseller_id', shared: true, own: ownLocations },
  columns: {
    location_code: column(wire.shown(), 'l.code'),
    location: column(wire.shown(), 'l.name'),
    ...ownerColumns('l'),
    updated_at: column(wire.timestamp(), 'l.updated_at'),
  },
  filters: {
    ...ownerFilters('l'),
    location_code: exact(wire.text(), 'l.code'),
    location: partial('l.name'),
  },
  paging: [],
  order: { by: 'l.code', direction: 'asc' },
});
