import { column, defineList, exact, ownerColumns, ownerFilters, partial } from '../../../../core/list/index.ts';
import type { Scope } from '../../../../core/tenancy/scope.ts';
import * as wire from '../../../../core/wire/index.ts';
import { type Sql, sql } from '../../../../db/sql.ts';

function ownSubLocations({ locations }: Scope): Sql | null {
  if (locations === null) return null;
  const whole = locations.filter(({ subs }) => subs === null).map(({ id }) => id);
  const subs = locations.flatMap((location) => location.subs?.map(({ id }) => id) ?? []);
  return sql`(l.id = ANY(${whole}::int[]) OR sl.id = ANY(${subs}::int[]))`;
}

export const subLocations = defineList({
  from: 'crm.sub_location sl JOIN crm.location l ON l.id = sl.location_id',
  key: 'sl.id',
  scope: { isp: 'l.isp_id', reseller: 'l.reseller_id', shared: true, own: ownSubLocations },
  columns: {
    location_code: column(wire.shown(), 'l.code'),
    sub_location_code: column(wire.shown(), 'sl.code'),
    sub_location: column(wire.shown(), 'sl.name'),
    ...ownerColumns('l'),
    updated_at: column(wire.timestamp(), 'sl.updated_at'),
  },
  filters: {
    ...ownerFilters('l'),
    location_code: exact(wire.text(), 'l.code'),
    sub_location_code: exact(wire.text(), 'sl.code'),
    sub_location: partial('sl.name'),
  },
  paging: [],
  order: { by: 'sl.code', direction: 'asc' },
});
