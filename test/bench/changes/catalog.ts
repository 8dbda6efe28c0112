import type pg from 'pg';
import { SCHEMAS } from './prepared.ts';

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  /** Numbered by the database. */
  readonly identity: boolean;
}

export interface Table {
  /** Schema-qualified. */
  readonly name: string;
  readonly columns: readonly Column[];
  readonly key: readonly string[];
  /** Columns of each unique index besides the key. */
  readonly uniques: readonly (readonly string[])[];
  /** The table whose id a column holds, by column. */
  readonly references: ReadonlyMap<string, string>;
}

/** Columns that hold an id although no foreign key says so. */
const UNDECLARED: Readonly<Record<string, string>> = {
  isp_id: 'crm.isp',
  reseller_id: 'crm.reseller',
  service_id: 'crm.service',
  period_id: 'crm.period',
  user_id: 'auth.login_user',
};

interface Listed {
  readonly name: string;
  readonly columns: Column[];
  readonly key: string[];
  readonly uniques: string[][];
  readonly foreign: { column: string; table: string; to: string }[];
}

export async function readCatalog(pool: pg.Pool): Promise<Table[]> {
  const { rows } = await pool.query<Listed>(CATALOG, [SCHEMAS]);
  const byName = new Map(rows.map((row) => [row.name, row]));
  return rows.map(({ name, columns, key, uniques }) => ({
    name,
    columns,
    key,
    uniques,
    references: new Map(
      columns.flatMap((column) => {
        const table = referenced(byName, name, column.name);
        return table === undefined ? [] : [[column.name, table] as const];
      }),
    ),
  }));
}

/** A composite foreign key has the ISP in it, which is the id of no row but the ISP's: then it is followed further. */
function referenced(tables: ReadonlyMap<string, Listed>, table: string, column: string): string | undefined {
  const pairs = tables.get(table)?.foreign.filter((pair) => pair.column === column) ?? [];
  const direct = pairs.find((pair) => tables.get(pair.table)?.key.join() === pair.to);
  if (direct) return direct.table;
  const [further] = pairs.map((pair) => (pair.table === table ? undefined : referenced(tables, pair.table, pair.to)));
  return further ?? UNDECLARED[column];
}

const named = (numbers: string) => `(SELECT array_agg(a.attname::text ORDER BY k.position)
  FROM unnest(${numbers}) WITH ORDINALITY AS k (number, position)
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number)`;

/** An index over an expression depends on the columns in it. */
const CATALOG = `
  SELECT c.oid::regclass::text AS name,
    (SELECT jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, NULL),
        'nullable', NOT a.attnotnull, 'identity', a.attidentity <> '') ORDER BY a.attnum)
      FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
    (SELECT to_jsonb(${named('i.indkey')}) FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary) AS key,
    (SELECT coalesce(jsonb_agg(coalesce(${named('array_remove(i.indkey::int2[], 0::int2)')}, '{}') || coalesce(
        (SELECT array_agg(a.attname::text) FROM pg_depend d
          JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
          WHERE d.classid = 'pg_class'::regclass AND d.objid = i.indexrelid AND d.refobjid = c.oid
            AND 0 = ANY(i.indkey)), '{}')), '[]')
      FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND NOT i.indisprimary) AS uniques,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('column', a.attname, 'table', f.confrelid::regclass::text, 'to', t.attname)), '[]')
      FROM pg_constraint f CROSS JOIN unnest(f.conkey, f.confkey) AS k (own, other)
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.own
      JOIN pg_attribute t ON t.attrelid = f.confrelid AND t.attnum = k.other
      WHERE f.conrelid = c.oid AND f.contype = 'f') AS foreign
  FROM pg_class c
  WHERE c.relnamespace = ANY($1::regnamespace[]) AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary)
  ORDER BY c.oid`;
