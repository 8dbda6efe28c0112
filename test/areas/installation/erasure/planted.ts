import type { Person } from '../../../../src/areas/installation/erasure/person.ts';
import { TREATMENTS } from '../../../../src/areas/installation/erasure/treatments.ts';
import type { TestDatabase } from '../../../fixtures/database.ts';

/** Nobody else has any of these. */
export const MARKERS = {
  text: 'zqmarker',
  mac: 'de:ad:be:ef:0a:0b',
  hex: 'f00dfeed'.repeat(8),
  inet: '203.0.113.77',
  ip6: '2001:db8:77::/48',
  date: '1931-02-03',
  decimal: '12.345678',
} as const;

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

/** Every column of every table, as PostgreSQL's catalog has them. */
async function columnsOf({ pool }: TestDatabase): Promise<Column[]> {
  const { rows } = await pool.query<Column>(
    `SELECT n.nspname || '.' || c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN ('crm', 'crm_archive', 'radius', 'auth') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY 1, a.attnum`,
  );
  return rows;
}

/** What may be put into a column to be looked for; the first that its CHECKs allow is. */
function valuesFor({ name, type }: Column): string[] {
  if (/(^|_)by$/.test(name)) return type === 'text' ? [`'subscriber ${MARKERS.text}'`] : [];
  if (type === 'text') return [`'${MARKERS.text}'`, `'${MARKERS.mac}'`, `'${MARKERS.hex}'`];
  if (type === 'text[]') return [`ARRAY['${MARKERS.text}']`];
  if (type === 'jsonb') return [`'{"name": "${MARKERS.text}", "mobile": "${MARKERS.text}"}'`];
  if (type === 'inet') return [`'${MARKERS.inet}'`, `'${MARKERS.ip6}'`];
  if (name === 'dob') return [`'${MARKERS.date}'`];
  if (/^(latitude|longitude)$/.test(name)) return [MARKERS.decimal];
  return [];
}

/**
 * Writes markers into every column of the rows of a person that takes one, as a superuser who switches triggers off. Returns the
 * columns that have one now.
 */
export async function plant(db: TestDatabase, person: Person): Promise<Set<string>> {
  const planted = new Set<string>();
  const client = await db.pool.connect();
  const columns = await columnsOf(db);
  try {
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    for (const column of columns) {
      const treatment = TREATMENTS[column.table];
      if (!treatment || 'spares' in treatment || column.table === 'crm.customer_erasure') continue;
      const of =
        'removes' in treatment ? treatment.removes : 'blanks' in treatment ? treatment.blanks : treatment.keeps;
      // A visit with one is not over.
      if (column.table === 'crm.visit' && column.name === 'conflict') continue;
      // Codes of the ISP.
      if (/location_code$|^verdict_code$/.test(column.name)) continue;
      // Planted names would hide the rows from what looks for them.
      if (
        ['username', 'key', 'name'].includes(column.name) &&
        /^(radius|crm_archive|auth)\.|import_source|care_count/.test(column.table)
      )
        continue;
      const { text, values } = of(person).render();
      for (const value of valuesFor(column)) {
        await client.query('SAVEPOINT one');
        try {
          const target = /^(latitude|longitude)$/.test(column.name)
            ? 'latitude = $v, longitude = $v'
            : `${column.name} = $v`;
          const { rowCount } = await client.query(
            `UPDATE ${column.table} t SET ${target.replaceAll('$v', value)} WHERE ${text}`,
            values as unknown[],
          );
          if (rowCount) planted.add(`${column.table}.${column.name}`);
          break;
        } catch (error) {
          if (!(error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code)))) throw error;
          await client.query('ROLLBACK TO one');
        }
      }
    }
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  return planted;
}

/** The columns of the whole database in which one of these texts is. */
export async function findTraces(db: TestDatabase, texts: readonly string[]): Promise<string[]> {
  const columns = await columnsOf(db);
  const has = (table: string, expression: string) =>
    db.pool.query(
      `SELECT FROM ${table} t WHERE EXISTS (SELECT FROM unnest($1::text[]) AS x (text)
         WHERE strpos(lower(${expression}::text), lower(x.text)) > 0) LIMIT 1`,
      [texts],
    );
  const traces: string[] = [];
  for (const table of new Set(columns.map((column) => column.table))) {
    if ((await has(table, 't')).rows.length === 0) continue;
    for (const { name } of columns.filter((column) => column.table === table))
      if ((await has(table, `t.${name}`)).rows.length > 0) traces.push(`${table}.${name}`);
  }
  return traces;
}
