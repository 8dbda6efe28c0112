import {
  column,
  defineList,
  exact,
  filter,
  ownerColumns,
  ownerFilters,
  PAGED,
  stampColumns,
} from '../../../core/list/index.ts';
import * as wire from '../../../core/wire/index.ts';
import { sql } from '../../../db/sql.ts';
import { IP6_POOL_KINDS } from './vocabulary.ts';

const size = sql`(1::bigint << (p.length - masklen(p.network)))`;
/** Rows of leases are few: at most one per service that ever had one. */
const leased = sql`(SELECT count(*) FROM radius.ip6_lease l WHERE l.pool_id = p.id AND l.leased_to IS NOT NULL)`;

/** Pools of IPv6 prefixes with their prefixes counted. Those of the ISP are visible to all of its resellers. */
export const ip6Pools = defineList({
  from: 'radius.ip6_pool p',
  key: 'p.id',
  scope: { isp: 'p.isp_id', reseller: 'p.reseller_id', shared: true },
  columns: {
    id: column(wire.id(), 'p.id'),
    ...ownerColumns('p'),
    name: column(wire.shown(), 'p.name'),
    prefix: column(wire.shown(), sql`text(p.network)`),
    length: column(wire.amount(), 'p.length'),
    kind: column(wire.oneOf(IP6_POOL_KINDS), 'p.kind'),
    count: column(wire.amount(), sql`${size}::float8`),
    leased: column(wire.count(), sql`${leased}::int`),
    free: column(wire.amount(), sql`(${size} - ${leased})::float8`),
    ...stampColumns('p'),
  },
  filters: {
    ...ownerFilters('p'),
    id: exact(wire.id(), 'p.id'),
    name: exact(wire.text(), 'p.name'),
    kind: exact(wire.oneOf(IP6_POOL_KINDS), 'p.kind'),
    prefix: filter(wire.ipv6Range(), (range) => sql`p.network && ${range}::inet`),
  },
  paging: PAGED,
});
