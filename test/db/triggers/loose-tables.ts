import type pg from 'pg';
import type { TestDatabase } from '../../fixtures/database.ts';

/** A table without constraints: any column may have any value of its type, so that each can be changed alone. */
export interface LooseTable {
  /** Schema-qualified. */
  readonly name: string;
  readonly keys: readonly string[];
  readonly columns: readonly { readonly name: string; readonly values: readonly [string, string] }[];
}

/** Two values of every type that tables with triggers have, as SQL. */
const VALUES: Readonly<Record<string, readonly [string, string]>> = {
  integer: ['17', '18'],
  bigint: ['9007199254740991', '18'],
  smallint: ['17', '18'],
  numeric: ['1.50', '-2.5'],
  boolean: ['true', 'false'],
  text: [`'a "quoted" \\ text'`, `''`],
  'text[]': [`'{a,NULL}'`, `'{}'`],
  'integer[]': [`'{1,2}'`, `'{}'`],
  date: [`'2026-02-28'`, `'infinity'`],
  'timestamp with time zone': [`'2026-02-28 23:59:59.999+05:30'`, `'infinity'`],
  jsonb: [`'[{"password": "in a document", "n": 1.10}]'`, `'{}'`],
  inet: [`'10.0.0.1'`, `'10.0.0.0/8'`],
  cidr: [`'10.0.0.0/8'`, `'10.1.0.0/16'`],
  bytea: [`'\\x00ff'`, `''`],
};

/** The tables that have triggers whose names start with this, with those alone. The database is of no other use afterwards. */
export async function loosenTables(db: TestDatabase, triggers: string): Promise<LooseTable[]> {
  const { rows } = await db.pool.query<{ name: string; loosen: string; keys: string[]; columns: [string, string][] }>(
    `SELECT t.oid::regclass::text AS name,
       (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_index i
        JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
        WHERE i.indrelid = t.oid AND i.indisprimary) AS keys,
       (SELECT json_agg(json_build_array(a.attname,
          regexp_replace(format_type(a.atttypid, a.atttypmod), '\\(.*?\\)', '')) ORDER BY a.attnum)
        FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns
     FROM pg_class t WHERE EXISTS (SELECT FROM pg_trigger WHERE tgrelid = t.oid AND starts_with(tgname, $1)) ORDER BY 1`,
    [triggers],
  );
  for (const { name } of rows) await loosen(db.pool, name, triggers);
  return rows.map(({ name, keys, columns }) => ({
    name,
    keys,
    columns: columns.map(([column, type]) => {
      const values = VALUES[type];
      if (!values) throw new Error(`${name}.${column}: add values of type ${type}`);
      return { name: column, values };
    }),
  }));
}

async function loosen(on: pg.Pool, table: string, triggers: string): Promise<void> {
  await on.query(`DO $$
    DECLARE drop text;
    BEGIN
      FOR drop IN
        SELECT format('ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS %I CASCADE', conname)
        FROM pg_constraint WHERE conrelid = '${table}'::regclass AND contype IN ('c', 'f', 'u', 'x')
        UNION ALL
        SELECT format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS %I CASCADE', conrelid::regclass, conname)
        FROM pg_constraint WHERE confrelid = '${table}'::regclass AND conrelid <> confrelid
        UNION ALL
        SELECT format('ALTER TABLE ${table} ALTER %I DROP NOT NULL', attname) FROM pg_attribute a
        WHERE attrelid = '${table}'::regclass AND attnum > 0 AND attnotnull AND attidentity = '' AND NOT EXISTS (
          SELECT FROM pg_index WHERE indrelid = a.attrelid AND indisprimary AND attnum = ANY (indkey))
        UNION ALL
        SELECT format('ALTER TABLE ${table} DISABLE TRIGGER %I', tgname)
        FROM pg_trigger WHERE tgrelid = '${table}'::regclass AND NOT tgisinternal AND NOT starts_with(tgname, '${triggers}')
      LOOP
        EXECUTE drop;
      END LOOP;
      FOR drop IN
        SELECT format('DROP INDEX IF EXISTS %s', indexrelid::regclass)
        FROM pg_index WHERE indrelid = '${table}'::regclass AND indisunique AND NOT indisprimary
      LOOP
        EXECUTE drop;
      END LOOP;
    END $$`);
}
