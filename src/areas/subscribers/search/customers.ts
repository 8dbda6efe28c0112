import { join, type Sql, sql } from '../../../db/sql.ts';
import { customers } from '../customers/list.ts';
import {
  BEGINS,
  beginsWith,
  CONTAINS,
  called,
  containing,
  EXACT,
  type LookUp,
  type Search,
  visible,
} from './look-up.ts';

const CALLED = { table: 'crm.customer', alias: 'c' } as const;

/** By what people say: their number, address or name. */
export function spoken({ wanted, scope, inside }: Search): LookUp[] {
  const { emails, name } = wanted;
  if (inside) return name ? [{ rank: CONTAINS, condition: sql`c.name ILIKE ${containing(name.whole)}` }] : [];
  return [
    ...called(CALLED, wanted, scope),
    ...(emails.length > 0 ? [{ rank: EXACT, condition: sql`c.email = ANY(${emails}::text[])` }] : []),
    ...(name ? [{ rank: BEGINS, condition: beginsWith('c.name', name.whole) }] : []),
    ...(name && name.rest !== '' ? [{ rank: BEGINS, condition: withSurname(name) }] : []),
  ];
}

const withSurname = ({ first, rest }: { first: string; rest: string }): Sql =>
  sql`(lower(c.name) = lower(${first}) AND ${beginsWith('c.surname', rest)})`;

/** Services of the customers that fit. Whether the caller sees a service is for the look-up of services to say. */
export function ofCustomers(search: Search): LookUp[] {
  const { scope, limit } = search;
  return spoken(search).map(({ rank, condition }) => {
    const all = join([...visible(scope, customers.scope), condition], ' AND ');
    return {
      rank,
      condition: sql`s.customer_id = ANY(ARRAY(SELECT c.id FROM crm.customer c WHERE ${all} LIMIT ${limit}))`,
    };
  });
}
