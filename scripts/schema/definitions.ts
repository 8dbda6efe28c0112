import type pg from 'pg';

/** Definitions of the functions and triggers of a database, by the names of sources: `function crm.f`, `trigger crm.isp.audit`. */
export type Definitions = ReadonlyMap<string, string>;

export async function definitionsOf(client: pg.Client): Promise<Definitions> {
  await client.query("SET search_path = ''");
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT format('function %s.%s', n.nspname, p.proname) AS name, pg_get_functiondef(p.oid) AS definition
     FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_temp' AND p.prokind IN ('f', 'p')
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
     UNION ALL
     SELECT format('trigger %s.%s.%s', n.nspname, c.relname, t.tgname), pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text
     FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE NOT t.tgisinternal AND NOT c.relispartition
     ORDER BY 1`,
  );
  return new Map(rows.map(({ name, definition }) => [name, definition]));
}

/**
 * The functions whose results are stored or were checked, by an index, a generated column or a CHECK, each with one that uses it:
 * also those that such a function calls.
 */
export async function boundFunctions(client: pg.Client, definitions: Definitions): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; user: string }>(
    `SELECT DISTINCT ON (1) format('function %s.%s', n.nspname, p.proname) AS name, pg_describe_object(d.classid, d.objid, 0) AS user
     FROM pg_depend d JOIN pg_proc p ON p.oid = d.refobjid JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE d.refclassid = 'pg_proc'::regclass AND n.nspname <> 'pg_catalog'
       AND (d.classid = 'pg_constraint'::regclass
         OR d.classid = 'pg_class'::regclass AND EXISTS (SELECT FROM pg_class c WHERE c.oid = d.objid AND c.relkind IN ('i', 'I'))
         OR d.classid = 'pg_attrdef'::regclass AND EXISTS (
           SELECT FROM pg_attrdef x JOIN pg_attribute a ON a.attrelid = x.adrelid AND a.attnum = x.adnum
           WHERE x.oid = d.objid AND a.attgenerated <> ''))
     ORDER BY 1, 2`,
  );
  const bound = new Map<string, string>();
  const add = (name: string, user: string): void => {
    const definition = definitions.get(name);
    if (bound.has(name) || definition === undefined) return;
    bound.set(name, user);
    const calls = definition.split(/\bAS \$/)[1]?.matchAll(/\b(\w+\.\w+)\(/g) ?? [];
    for (const [, called] of calls) add(`function ${called}`, user);
  };
  for (const { name, user } of rows) add(name, user);
  return bound;
}
