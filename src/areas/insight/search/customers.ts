import type { Scope } from '../../../core/tenancy/scope.ts';
import { join, type Sql, sql } from '../../../db/sql.ts';
import { customers } from '../../subscribers/customers/list.ts';
import {
  BEGINS,
  beginsWith,
  CONTAINS,
  called,
  containing,
  EXACT,
  keysOf,
  type LookUp,
  type Search,
  visible,
} from './look-up.ts';

const CALLED = { table: 'crm.customer', alias: 'c' } as const;
const TABLE = { from: 'crm.customer c', key: 'c.id', scope: customers.scope };

/** By what people say: their number, address or name. */
function spoken({ wanted: { mobiles, emails, name }, scope, inside }: Search): LookUp[] {
  if (inside) return name ? [{ rank: CONTAINS, condition: sql`c.name ILIKE ${containing(name.whole)}` }] : [];
  return [
    ...called(CALLED, mobiles, scope),
    ...(emails.length > 0 ? [{ rank: EXACT, condition: sql`c.email = ANY(${emails}::text[])` }] : []),
    ...(name ? [{ rank: BEGINS, condition: beginsWith('c.name', name.whole) }] : []),
    ...(name && name.rest !== '' ? [{ rank: BEGINS, condition: withSurname(name) }] : []),
  ];
}

const withSurname = ({ first, rest }: { first: string; rest: string }): Sql =>
  sql`(lower(c.name) = lower(${first}) AND ${beginsWith('c.surname', rest)})`;

export function customersFound(search: Search): Sql | undefined {
  const { wanted, inside } = search;
  const byId = wanted.id === null || inside ? [] : [{ rank: EXACT, condition: sql`c.id = ${wanted.id}` }];
  const lookUps = [...byId, ...spoken(search)];
  if (!search.permissions.has('customer.read') || lookUps.length === 0) return undefined;
  return sql`SELECT 'customer' AS kind, c.id, concat_ws(' ', c.name, c.surname) AS title,
      concat_ws(', ', c.mobile, c.email) AS detail, NULL AS status, k.rank
    FROM ${keysOf(TABLE, search, lookUps)} k JOIN crm.customer c ON c.id = k.id`;
}

/** Services of the customers that fit. Whether the caller sees a service is for the look-up of services to say. */
export function ofCustomers(search: Search): LookUp[] {
  const { scope, limit } = search;
  return spoken(search).map(({ rank, condition }) => {
    const all = join([...inTenant(scope), condition], ' AND ');
    return {
      rank,
      condition: sql`s.customer_id = ANY(ARRAY(SELECT c.id FROM crm.customer c WHERE ${all} LIMIT ${limit}))`,
    };
  });
}

const inTenant = (scope: Scope): Sql[] => visible(scope, customers.scope);
