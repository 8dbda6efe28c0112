import { z } from 'zod';
import { column, defineList, filter, ownerFilters, PAGED, wildcard } from '../../../core/list/index.ts';
import { scopeConditions } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import { join, sql } from '../../../db/sql.ts';
import { nases } from '../nas/list.ts';
import { VENDOR_NAMES } from '../nas/vendors.ts';

const THREE_OCTETS = /^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){2}$/;

/** The first three octets of an IPv4 address. */
function ip3() {
  const problem = 'must be the first three octets of an IPv4 address, such as 192.0.2';
  return wire.kind(z.string(wire.errorText(problem)).trim().regex(THREE_OCTETS, { error: problem }), {
    parse: (text) => text,
    render: (value: string) => value,
    document: { type: 'string', example: '192.0.2' },
  });
}

/** The conditions match the partial indexes of reserved and of free addresses. */
const addresses = (condition: ReturnType<typeof sql>) =>
  sql`(SELECT count(*) FROM radius.ip_address a WHERE a.pool_id = p.id AND ${condition})::int`;

/** Contract 2.3 and 4.4: pools with their free addresses counted. */
export const ipPools = defineList({
  from: 'radius.ip_pool p',
  key: 'p.id',
  scope: { isp: 'p.isp_id', reseller: 'p.reseller_id', shared: true },
  columns: {
    pool_name: column(wire.shown(), 'p.name'),
    range_from: column(wire.ipv4(), sql`host(p.range_from)`),
    range_upto: column(wire.ipv4(), sql`host(p.range_upto)`),
    // Every address of the range is a row.
    count: column(wire.amount(), sql`p.range_upto - p.range_from + 1`),
    staticip_count: column(wire.count(), addresses(sql`a.service_id IS NOT NULL`)),
    free: column(wire.count(), addresses(sql`a.service_id IS NULL AND a.leased_to IS NULL`)),
    updated_at: column(wire.timestamp(), 'p.updated_at'),
  },
  filters: {
    ...ownerFilters('p'),
    // Pools that overlap these 256 addresses.
    ip3: filter(
      ip3(),
      (octets) => sql`p.range_from <= ${`${octets}.255`}::inet AND p.range_upto >= ${`${octets}.0`}::inet`,
    ),
    pool_name: wildcard('p.name'),
    // A pool has no vendor itself: selects pools of ISPs that have a NAS of the vendor, among those that the caller sees.
    vendor: filter(wire.oneOf(VENDOR_NAMES), (vendor, { scope }) => {
      const seen = [sql`n.isp_id = p.isp_id`, sql`n.vendor = ${vendor}`, ...scopeConditions(scope, nases.scope)];
      return sql`EXISTS (SELECT 1 FROM radius.nas n WHERE ${join(seen, ' AND ')})`;
    }),
  },
  paging: PAGED,
});
