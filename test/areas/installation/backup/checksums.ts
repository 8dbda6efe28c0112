import type pg from 'pg';
import { tablesOf } from '../../../../src/areas/installation/backup/catalog.ts';
import { DATABASES, type DatabaseName } from '../../../../src/areas/installation/backup/databases.ts';
import { keyOf, quoted } from '../../../../src/areas/installation/backup/format.ts';

/** Of every table: how many rows, and a digest of all of them, whatever their order. */
export async function checksums(
  on: Pick<pg.Pool, 'query'>,
  databases: readonly DatabaseName[] = DATABASES,
): Promise<Record<string, string>> {
  const sums: Record<string, string> = {};
  for (const table of await tablesOf(on, databases)) {
    const { rows } = await on.query<{ sum: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(digest, '' ORDER BY digest)), '') AS sum
       FROM (SELECT md5(t::text) AS digest FROM ${quoted(table)} t) AS digests`,
    );
    sums[keyOf(table)] = rows[0]?.sum ?? '';
  }
  return sums;
}

/** Everything about the tables except their rows: a restored database must have the same constraints and triggers. */
export async function guardsOf(on: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const { rows } = await on.query<Record<string, string>>(
    `SELECT 'constraint' AS what, conrelid::regclass::text AS of, conname::text AS name,
       pg_get_constraintdef(oid) || ' ' || convalidated AS definition
     FROM pg_constraint WHERE connamespace = ANY($1::regnamespace[])
     UNION ALL
     SELECT 'trigger', tgrelid::regclass::text, tgname::text, pg_get_triggerdef(oid) || ' ' || tgenabled::text
     FROM pg_trigger WHERE NOT tgisinternal
     UNION ALL
     SELECT 'sequence', schemaname || '.' || sequencename, '', coalesce(last_value, 0)::text FROM pg_sequences
     UNION ALL
     SELECT 'migration', migration_name, checksum, '' FROM public._prisma_migrations
     ORDER BY 1, 2, 3`,
    [[...DATABASES]],
  );
  return rows.map((row) => Object.values(row).join(' | '));
}
