import { numberFor } from '../../../core/telephone/masked.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import { customers } from '../../subscribers/customers/list.ts';
import { spoken } from '../../subscribers/search/customers.ts';
import { EXACT, keysOf, type Search } from '../../subscribers/search/look-up.ts';

const TABLE = { from: 'crm.customer c', key: 'c.id', scope: customers.scope };

export function customersFound(search: Search): Sql | undefined {
  const { wanted, inside } = search;
  const byId = wanted.id === null || inside ? [] : [{ rank: EXACT, condition: sql`c.id = ${wanted.id}` }];
  const lookUps = [...byId, ...spoken(search)];
  if (!search.permissions.has('customer.read') || lookUps.length === 0) return undefined;
  return sql`SELECT 'customer' AS kind, c.id, concat_ws(' ', c.name, c.surname) AS title,
      concat_ws(', ', ${numberFor(search.scope, sql`c.mobile`)}, c.email) AS detail, NULL AS status, k.rank
    FROM ${keysOf(TABLE, search, lookUps)} k JOIN crm.customer c ON c.id = k.id`;
}
