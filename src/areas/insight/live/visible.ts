import { type Scope, scopeConditions } from '../../../core/tenancy/scope.ts';
import type { Database } from '../../../db/database.ts';
import { join, query, raw, type Sql, sql } from '../../../db/sql.ts';
import { rowOfTopic, type Topic } from './topics.ts';

interface Owned {
  readonly id: number;
  readonly isp_id: number | null;
}

/**
 * Which of the records each scope sees, as in their lists; deleted ones too, since a screen that shows one has to learn it.
 * One query for all ISPs, and another for each scope that is a part of one.
 */
export async function visibleTo(
  db: Pick<Database, 'pool'>,
  { topic, ids }: { readonly topic: Topic; readonly ids: readonly number[] },
  scopes: readonly Scope[],
): Promise<ReadonlyMap<Scope, readonly number[]>> {
  const { list } = rowOfTopic(topic);
  const { isp, deleted: _deleted, ...parts } = list.scope;
  const select = (scope: Scope, condition: Sql, wanted: readonly number[]) => {
    const from = typeof list.from === 'function' ? list.from(scope) : raw(list.from);
    const key = raw(String(list.key));
    return query<Owned>(
      db.pool,
      sql`SELECT ${key} AS id, ${raw(isp ?? 'NULL')} AS isp_id FROM ${from}
          WHERE ${key} = ANY(${wanted}::int[]) AND ${condition}`,
    );
  };
  const [first] = scopes;
  const owned = first === undefined ? [] : await select(first, sql`true`, ids);
  const seen = new Map<Scope, readonly number[]>();
  for (const scope of scopes) {
    const ofIsp = owned.filter(({ isp_id }) => scope.ispId === null || isp_id === scope.ispId).map(({ id }) => id);
    const conditions = scopeConditions(scope, parts);
    const needsLook = ofIsp.length > 0 && conditions.length > 0;
    const rows = needsLook ? await select(scope, join(conditions, ' AND '), ofIsp) : undefined;
    seen.set(scope, rows?.map(({ id }) => id) ?? ofIsp);
  }
  return seen;
}
