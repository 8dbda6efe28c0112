import { query, type Runner, sql } from '../../../db/sql.ts';
import type { DatabaseName } from './databases.ts';
import type { Header, Table } from './format.ts';

/** Reads from the server's catalog what a backup needs. */

type Databases = readonly DatabaseName[];

/** All tables that are kept, with their stored columns. The rows of a partition belong to its parent. */
export function tablesOf(on: Runner, databases: Databases): Promise<Table[]> {
  return query<Table>(
    on,
    sql`SELECT n.nspname::text AS schema, c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
        FROM pg_class c
        JOIN pg_namespace n ON n.oid = c.relnamespace
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
        WHERE n.nspname = ANY(${[...databases]}::text[]) AND c.relkind IN ('r', 'p') AND NOT c.relispartition
          AND c.relpersistence = 'p'
        GROUP BY n.nspname, c.relname
        ORDER BY n.nspname, c.relname`,
  );
}

/** The months that have a partition of their own, by table. */
export async function partitionsOf(on: Runner, databases: Databases): Promise<Record<string, string[]>> {
  const rows = await query<{ parent: string; months: string[] }>(
    on,
    sql`SELECT n.nspname || '.' || p.relname AS parent,
          array_agg(left(right(c.relname, 7), 4) || '-' || right(c.relname, 2) ORDER BY c.relname) AS months
        FROM pg_inherits i
        JOIN pg_class c ON c.oid = i.inhrelid AND c.relkind = 'r' AND c.relname ~ '_y[0-9]{4}m[0-9]{2}$'
        JOIN pg_class p ON p.oid = i.inhparent AND p.relkind = 'p'
        JOIN pg_namespace n ON n.oid = p.relnamespace
        WHERE n.nspname = ANY(${[...databases]}::text[])
        GROUP BY 1 ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ parent, months }) => [parent, months]));
}

/** Last values. Sequences are not part of a snapshot: read after the rows, they are never lower than the ids in them. */
export async function sequencesOf(on: Runner, databases: Databases): Promise<Record<string, string>> {
  const rows = await query<{ name: string; value: string }>(
    on,
    sql`SELECT schemaname || '.' || sequencename AS name, last_value::text AS value FROM pg_sequences
        WHERE schemaname = ANY(${[...databases]}::text[]) AND last_value IS NOT NULL ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

export function appliedMigrations(on: Runner): Promise<Header['migrations']> {
  return query(
    on,
    sql`SELECT migration_name AS name, checksum FROM public._prisma_migrations
        WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
}
