import type pg from 'pg';

/** Indexes and nothing else: those after a key are needed to keep it. A partitioned index brings those of its partitions. */
const INDEXES = `
  SELECT i.indexrelid::regclass::text AS name, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') AS definition
  FROM pg_index i
  WHERE i.indrelid = ANY($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)
  ORDER BY i.indexrelid`;

/** Runs a load without the indexes of the tables, then builds them again as they were. */
export async function withoutIndexes(
  on: pg.Pool | pg.ClientBase,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  const { rows } = await on.query<{ name: string; definition: string }>(INDEXES, [tables]);
  for (const { name } of rows) await on.query(`DROP INDEX ${name}`);
  await load();
  await on.query(`SET maintenance_work_mem = '512MB'`);
  for (const { definition } of rows) await on.query(definition);
}
