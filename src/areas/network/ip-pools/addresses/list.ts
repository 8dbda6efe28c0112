import { z } from 'zod';
import {
  column,
  defineList,
  exact,
  exactName,
  filter,
  ownerColumns,
  ownerFilters,
  PAGED,
} from '../../../../core/list/index.ts';
import { scopeConditions, serviceScope } from '../../../../core/tenancy/scope.ts';
import * as wire from '../../../../core/wire/index.ts';
import { join, sql } from '../../../../db/sql.ts';

const USE = {
  staticip: sql`a.service_id IS NOT NULL`,
  inuse: sql`a.leased_to IS NOT NULL`,
  free: sql`a.service_id IS NULL AND a.leased_to IS NULL`,
  all: sql`true`,
} as const;

/** Contract 2.3 and 4.4: addresses and the services that have them. */
export const poolAddresses = defineList({
  // A pool of the ISP serves all of its resellers. Each sees all addresses, but only its own subscribers' usernames.
  from: (scope) => sql`radius.ip_address a JOIN radius.ip_pool p ON p.id = a.pool_id
    LEFT JOIN crm.service s ON s.id = coalesce(a.leased_to, a.service_id)
      AND ${join(scopeConditions(scope, serviceScope('s')), ' AND ')}`,
  // An address is unique only within its ISP.
  key: ['a.pool_id', 'a.ip'],
  scope: { isp: 'p.isp_id', reseller: 'p.reseller_id', shared: true },
  columns: {
    ...ownerColumns('p'),
    username: column(wire.shown(), sql`coalesce(s.username, '')`),
    pool_name: column(wire.shown(), 'p.name'),
    ip: column(wire.ipv4(), sql`host(a.ip)`),
  },
  filters: {
    ...ownerFilters('p'),
    pool_name: exact(wire.text(), 'p.name'),
    type: filter(wire.oneOf(['staticip', 'inuse', 'free', 'all']), (type) => USE[type]),
    username: exactName('s.username'),
    ip: exact(wire.ipv4(), 'a.ip'),
  },
  paging: PAGED,
  order: { by: 'p.isp_id', direction: 'asc' },
});

/** `type` is `all` unless given. */
export const poolAddressInput = z.strictObject({
  ...poolAddresses.input.shape,
  type: wire.oneOf(['staticip', 'inuse', 'free', 'all']).default('all'),
});
