import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { appRouter } from '../../src/app-router.ts';
import type { ListDefinition } from '../../src/core/list/index.ts';
import { wholeInstallation } from '../../src/core/tenancy/scope.ts';
import { query, sql } from '../../src/db/sql.ts';
import { routesOf } from '../../src/rest/routes.ts';
import { freshDatabase } from '../fixtures/database.ts';

type List = ListDefinition & { readonly input: z.ZodObject };

const db = await freshDatabase();
const areas = new URL('../../src/areas/', import.meta.url).pathname;
const files = (await readdir(areas, { recursive: true })).filter((name) => name.endsWith('.ts'));
const modules = await Promise.all(files.map((name) => import(join(areas, name)) as Promise<Record<string, unknown>>));
const lists = modules.flatMap(Object.entries).filter((entry): entry is [string, List] => isList(entry[1]));

function isList(value: unknown): value is List {
  return (
    typeof value === 'object' && value !== null && ['from', 'key', 'columns', 'input'].every((name) => name in value)
  );
}

/** Tables and views of a FROM clause in their order: `[name, alias]`. */
function tablesOf({ from }: List): [string, string][] {
  const text = typeof from === 'string' ? from : from(wholeInstallation).render().text;
  return [...text.matchAll(/(?:^|JOIN\s+)\s*(\w+\.\w+)\s+(\w+)/g)].map(([, table = '', alias = '']) => [table, alias]);
}

/** Columns of the alias among those named in the text. */
const columnsOf = (alias: string, names: string) =>
  [...names.matchAll(/(\w+)\.(\w+)/g)].filter(([, of]) => of === alias).map(([, , name]) => name ?? '');

/** Is a unique index, one of all rows, within these columns? A view is asked about the tables it shows. */
async function areUnique(table: string, columns: string[]): Promise<boolean> {
  const [row] = await query<{ unique: boolean }>(
    db.pool,
    sql`WITH base AS (
          SELECT c.oid FROM pg_class c WHERE c.oid = ${table}::regclass AND c.relkind <> 'v'
          UNION
          SELECT format('%I.%I', v.table_schema, v.table_name)::regclass FROM information_schema.view_table_usage v
          WHERE format('%I.%I', v.view_schema, v.view_name) = ${table}
        )
        SELECT count(*) > 0 AND bool_and(EXISTS (
          SELECT FROM pg_index i
          WHERE i.indrelid = base.oid AND i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL AND ARRAY(
            SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = base.oid AND a.attnum = ANY(i.indkey)
          ) <@ ${columns}::text[]
        )) AS unique FROM base`,
  );
  return row?.unique ?? false;
}

/** Lists of the elements of an array in each row of their first table: the number of the element is part of their key. */
const ELEMENTS: Readonly<Record<string, string>> = {
  sessionParts: 'p.ordinality',
  sessionAddresses: 'a.ordinal',
};

describe('a list', () => {
  it('serves every procedure that pages', () => {
    // A statement of account carries a balance from entry to entry: it is no list of records.
    const paged = routesOf(appRouter).filter(
      ({ parameters, procedure }) => parameters.rows_limit && !/^(service|customer)\.statement$/.test(procedure),
    );
    const limits = lists.map(([, { input }]) => input.shape.rows_limit);
    expect(paged.length).toBeGreaterThan(10);
    for (const { procedure, parameters } of paged) expect(limits, procedure).toContain(parameters.rows_limit);
  });

  it.each(lists)('%s has a key of its first table that a unique index keeps', async (name, list) => {
    const [[table, alias] = ['', '']] = tablesOf(list);
    const keys = [list.key].flat().filter((key) => key !== ELEMENTS[name]);
    expect(keys).toEqual(columnsOf(alias, keys.join()).map((name) => `${alias}.${name}`));
    expect(await areUnique(table, columnsOf(alias, keys.join()))).toBe(true);
  });

  it.each(lists)('%s joins at most one row to each of its own', async (_, list) => {
    const text = typeof list.from === 'string' ? list.from : list.from(wholeInstallation).render().text;
    const [, ...joins] = text.split(/\bJOIN\b/);
    for (const [at, [table, alias]] of tablesOf(list).slice(1).entries())
      expect(await areUnique(table, columnsOf(alias, joins[at] ?? '')), `${table} ${alias}`).toBe(true);
  });
});
