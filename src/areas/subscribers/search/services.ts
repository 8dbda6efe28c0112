import { sameName } from '../../../core/list/index.ts';
import { serviceScope } from '../../../core/tenancy/scope.ts';
import { join, type Sql, sql } from '../../../db/sql.ts';
import { sessionScope } from '../../network/sessions/columns.ts';
import { ofCustomers } from './customers.ts';
import {
  BEGINS,
  beginsWith,
  CONTAINS,
  containing,
  EXACT,
  keysOf,
  type LookUp,
  type Search,
  visible,
} from './look-up.ts';

const TABLE = { from: 'crm.service s', key: 's.id', scope: serviceScope('s') };

function byName({ wanted: { username }, inside }: Search): LookUp[] {
  if (username === null) return [];
  if (inside) return [{ rank: CONTAINS, condition: sql`lower(s.username) LIKE lower(${containing(username)})` }];
  return [
    { rank: EXACT, condition: sameName('s.username', username) },
    { rank: BEGINS, condition: beginsWith('s.username', username) },
  ];
}

/** The service that an open session is of. */
function online(search: Search, condition: Sql): LookUp {
  const all = join([...visible(search.scope, sessionScope), sql`x.ended_at IS NULL`, condition], ' AND ');
  const services = sql`SELECT x.service_id FROM radius.session x WHERE ${all} LIMIT ${search.limit}`;
  return { rank: EXACT, condition: sql`s.id = ANY(ARRAY(${services}))` };
}

/** Its own address, one that it has leased, or that of its session; the same for its device. */
function byAddress(search: Search): LookUp[] {
  const { wanted, scope, permissions } = search;
  const { ip, mac } = wanted;
  const live = permissions.has('session.read');
  const leases = join([...visible(scope, { isp: 'a.isp_id' }), sql`a.ip = ${ip}::inet`], ' AND ');
  return [
    ...(ip === null ? [] : [{ rank: EXACT, condition: sql`s.staticip = ${ip}::inet` }]),
    ...(ip !== null && live ? [online(search, sql`x.ip = ${ip}::inet`), leased(leases)] : []),
    ...(mac === null ? [] : [{ rank: EXACT, condition: sql`s.mac = ${mac}` }]),
    ...(mac !== null && live ? [online(search, sql`x.mac = ${mac}`)] : []),
  ];
}

const leased = (condition: Sql): LookUp => ({
  rank: EXACT,
  condition: sql`s.id = ANY(ARRAY(SELECT a.leased_to FROM radius.ip_address a WHERE ${condition}))`,
});

/** Ids and ranks of the services that fit in a way that the caller may use. Undefined: no way is left. */
export function serviceKeys(search: Search): Sql | undefined {
  const { wanted, permissions, inside } = search;
  const lookUps = [
    ...(wanted.id === null || inside ? [] : [{ rank: EXACT, condition: sql`s.id = ${wanted.id}` }]),
    ...byName(search),
    ...(inside ? [] : byAddress(search)),
    ...(permissions.has('customer.read') ? ofCustomers(search) : []),
  ];
  return lookUps.length === 0 ? undefined : keysOf(TABLE, search, lookUps);
}
