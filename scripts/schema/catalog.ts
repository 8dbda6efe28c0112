import type pg from 'pg';

/** What has files of its own, in `prisma/functions` and `prisma/triggers`. */
export const WITH_FILES: readonly string[] = ['functions', 'triggers'];

/**
 * Everything in a database that Prisma's schema engine does not see, as text: sorted, and the same on every machine. Without
 * objects of extensions, and without the sections named.
 */
export async function catalogOf(client: pg.Client, without: readonly string[] = []): Promise<string> {
  // With an empty search path, definitions print every name with its schema.
  await client.query("SET search_path = ''");
  const paragraphs: string[] = [];
  for (const [title, statement] of Object.entries(SECTIONS)) {
    if (without.includes(title)) continue;
    const { rows } = await client.query<{ line: string }>(statement);
    paragraphs.push(`## ${title}`, ...rows.map(({ line }) => line.trim()).sort(), '');
  }
  return paragraphs.join('\n');
}

const OURS = `n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast') AND n.nspname !~ '^pg_temp'`;
/** Without those of the migrations. */
const OUR_TABLES = `${OURS} AND c.relname NOT IN ('_prisma_migrations', 'applied_source')`;
const notOfExtension = (catalog: string, oid: string): string =>
  `NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = '${catalog}'::regclass AND d.objid = ${oid} AND d.deptype = 'e')`;

const SECTIONS: Readonly<Record<string, string>> = {
  extensions: `SELECT extname || ' in ' || n.nspname AS line FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
    WHERE extname <> 'plpgsql'`,

  'tables with options': `SELECT format('%s.%s: %s', n.nspname, c.relname, array_to_string(c.reloptions, ', ')) AS line
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE ${OUR_TABLES} AND c.relkind IN ('r', 'p', 'v', 'm') AND c.reloptions IS NOT NULL AND NOT c.relispartition`,

  // Without the partitions, which change with the calendar.
  'partitioned tables': `SELECT format('%s.%s: PARTITION BY %s', n.nspname, c.relname, pg_get_partkeydef(c.oid)) AS line
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE ${OUR_TABLES} AND c.relkind = 'p' AND NOT c.relispartition`,

  'defaults, generated and identity columns': `SELECT concat_ws(' ', format('%s.%s.%s:', n.nspname, c.relname, a.attname),
      CASE a.attidentity WHEN 'a' THEN 'IDENTITY ALWAYS' WHEN 'd' THEN 'IDENTITY BY DEFAULT' END,
      CASE WHEN x.oid IS NOT NULL THEN CASE a.attgenerated WHEN '' THEN 'DEFAULT ' ELSE 'GENERATED ' END END
        || pg_get_expr(x.adbin, x.adrelid)) AS line
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    LEFT JOIN pg_attrdef x ON x.adrelid = a.attrelid AND x.adnum = a.attnum
    WHERE ${OUR_TABLES} AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND NOT a.attisdropped
      AND (x.oid IS NOT NULL OR a.attidentity <> '')`,

  // Without not-null constraints, which the engine sees. Keys and foreign keys too: it does not see how they are checked.
  constraints: `SELECT format('%s.%s %s: %s', n.nspname, c.relname, k.conname, pg_get_constraintdef(k.oid)) AS line
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE ${OUR_TABLES} AND k.contype <> 'n' AND NOT c.relispartition`,

  indexes: `SELECT pg_get_indexdef(x.indexrelid) || CASE WHEN x.indisvalid THEN '' ELSE ' INVALID' END AS line
    FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE ${OUR_TABLES} AND NOT c.relispartition`,

  statistics: `SELECT pg_get_statisticsobjdef(x.oid) AS line
    FROM pg_statistic_ext x JOIN pg_class c ON c.oid = x.stxrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE ${OUR_TABLES} AND NOT c.relispartition`,

  triggers: `SELECT pg_get_triggerdef(t.oid) || CASE t.tgenabled WHEN 'O' THEN '' ELSE ' ENABLED ' || t.tgenabled::text END AS line
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE ${OUR_TABLES} AND NOT t.tgisinternal AND NOT c.relispartition`,

  sequences: `SELECT format('%s.%s: %s from %s by %s', n.nspname, c.relname, s.seqtypid::regtype, s.seqstart, s.seqincrement) AS line
    FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE ${OUR_TABLES}`,

  types: `SELECT format('%s.%s: %s', n.nspname, t.typname, coalesce(
      (SELECT 'enum ' || string_agg(e.enumlabel, ', ' ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = t.oid),
      'domain over ' || format_type(t.typbasetype, t.typtypmod))) AS line
    FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
    WHERE ${OURS} AND t.typtype IN ('e', 'd') AND ${notOfExtension('pg_type', 't.oid')}`,

  views: `SELECT format(E'%s.%s:\\n%s', n.nspname, c.relname, pg_get_viewdef(c.oid)) AS line
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE ${OUR_TABLES} AND c.relkind IN ('v', 'm') AND ${notOfExtension('pg_class', 'c.oid')}`,

  functions: `SELECT pg_get_functiondef(p.oid) AS line FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE ${OURS} AND p.prokind IN ('f', 'p') AND ${notOfExtension('pg_proc', 'p.oid')}`,
};
