import { join, type Sql, sql } from '../../../db/sql.ts';

/** The condition that an event is of these types; an empty array means all of them. */
export const isOfTypes = (types: readonly string[], type: Sql = sql`e.type`): Sql =>
  types.length === 0
    ? sql`TRUE`
    : sql`(${type} = ANY(${types}::text[]) OR split_part(${type}, '.', 1) || '.*' = ANY(${types}::text[]))`;

interface OfTypes {
  /** Null: of all ISPs. */
  readonly ispId: number | null;
  /** Names and groups. */
  readonly types: readonly string[];
  /** Over `e`: what the caller may see, and from where on. */
  readonly where: readonly Sql[];
  readonly limit: number;
}

/**
 * The ids of the first events of some types, of an ISP or of all. Each type that is there is looked up in an index, and at most
 * `limit` entries of it are read: so rare types cost no more than frequent ones, wherever the reader begins. The types are those
 * that are there, since a newer node may write some that this one does not know.
 */
export function idsOfTypes({ ispId, types, where, limit }: OfTypes): Sql {
  const owned = ispId === null ? sql`true` : sql`e.isp_id = ${ispId}`;
  return sql`(
  WITH RECURSIVE known (type) AS (
    (SELECT e.type FROM crm.event e WHERE ${owned} ORDER BY e.type LIMIT 1)
    UNION ALL
    SELECT (SELECT e.type FROM crm.event e WHERE ${owned} AND e.type > k.type ORDER BY e.type LIMIT 1)
    FROM known k WHERE k.type IS NOT NULL)
  SELECT x.id FROM known k CROSS JOIN LATERAL (
    SELECT e.id FROM crm.event e
    WHERE ${owned} AND e.type = k.type AND ${join([sql`true`, ...where], ' AND ')}
    ORDER BY e.id LIMIT ${limit}) x
  WHERE ${isOfTypes(types, sql`k.type`)} ORDER BY x.id LIMIT ${limit})`;
}
