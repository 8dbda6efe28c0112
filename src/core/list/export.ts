import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { join, query, raw, type Sql, sql } from '../../db/sql.ts';
import { Download } from '../content/download.ts';
import { Fault } from '../fault.ts';
import * as wire from '../wire/index.ts';
import { csvLine } from './csv.ts';
import type { Columns, ListDefinition } from './list.ts';
import { where } from './page-keys.ts';
import { keysOf, partsOf } from './parts.ts';
import { conditionsOf, type ListCall, type Runnable } from './run.ts';

export const CSV = 'text/csv; charset=utf-8';
/** Of one statement: some hundred kilobytes of text. */
const PAGE_ROWS = 1_000;
/** Of one login user on a node. */
const MAX_EXPORTS = 2;

/** The columns of the file, in this order. */
const columnsOf = (list: Pick<ListDefinition, 'columns'>) => {
  const names = Object.keys(list.columns) as [string, ...string[]];
  return wire.csv(wire.oneOf(names)).optional();
};

/** The input of an export: the filters of the list, and `columns`. */
export function exportInput<L extends Pick<ListDefinition, 'filters' | 'columns'> & { readonly input: z.ZodObject }>(
  list: L,
) {
  const names = Object.keys(list.filters).map((name) => [name, true] as const);
  const filters = list.input.pick(Object.fromEntries(names) as never) as z.ZodObject;
  return z.strictObject({ ...filters.shape, columns: columnsOf(list) }) as unknown as z.ZodObject<
    Pick<L['input']['shape'], keyof L['filters']> & { columns: ReturnType<typeof columnsOf> },
    z.core.$strict
  >;
}

interface Export extends ListCall {
  /** The filters. */
  readonly input: object;
  /** Default: all. */
  readonly columns?: readonly string[] | undefined;
  /** Who takes it: one login user may take only so many at a time. */
  readonly userId: number;
  readonly filename: string;
  /** Reads a page when it is the caller's turn. */
  readonly inTurn: <T>(read: () => Promise<T>) => Promise<T>;
  /** The first line of the file, by column. Default: the names of the columns. */
  readonly headings?: Readonly<Record<string, string>>;
}

const running = new Map<number, number>();

/**
 * All rows of a list that match the filters, as CSV (RFC 4180) with a header, in the order of the list's key. Values are the
 * documented texts. The rows are read page after page, each from where the last one ended, so an export holds no connection
 * and no snapshot while its reader is slow: a row that changes meanwhile is in it as it was when its page was read.
 * The stream fails with a Fault of kind `tooMany` if the user takes too many exports already.
 */
export function exportList(db: Pick<Database, 'history'>, list: Runnable, request: Export): Download {
  const lines = counted(request.userId, linesOf(db, list, request));
  return new Download(Readable.from(lines, { objectMode: false }), { filename: request.filename, mediaType: CSV });
}

/** Counted while it is read: a stream that nobody begins to read is no export. */
async function* counted(userId: number, lines: AsyncGenerator<string>): AsyncGenerator<string> {
  const others = running.get(userId) ?? 0;
  if (others >= MAX_EXPORTS)
    throw new Fault('tooMany', `you already have ${MAX_EXPORTS} exports running; try again when one of them ends`);
  running.set(userId, others + 1);
  try {
    yield* lines;
  } finally {
    const left = (running.get(userId) ?? 1) - 1;
    if (left === 0) running.delete(userId);
    else running.set(userId, left);
  }
}

async function* linesOf(db: Pick<Database, 'history'>, list: Runnable, call: Export): AsyncGenerator<string> {
  const columns = chosen(list.columns, call.columns);
  // With the mark, spreadsheets read names in all scripts.
  yield `\uFEFF${csvLine(columns.map(([name]) => call.headings?.[name] ?? name))}`;
  for (let after: readonly unknown[] | undefined; ; ) {
    const rows = await call.inTurn(() =>
      db.history((pool) => query<Record<string, unknown>>(pool, pageAfter(list, call, after))),
    );
    if (rows.length > 0) yield rows.map((row) => csvLine(textsOf(columns, row, call.zone))).join('');
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_ROWS) return;
    after = keysOf(list).map((_, at) => last[keyName(at)]);
  }
}

const keyName = (at: number) => `export_key_${at}`;

/** The next rows after this key. */
function pageAfter(list: Runnable, { scope, zone, input }: Export, after: readonly unknown[] | undefined): Sql {
  const { select, from } = partsOf(list, scope);
  const keys = keysOf(list);
  const shown = keys.map((key, at) => sql`${key} AS ${raw(keyName(at))}`);
  const all = conditionsOf(list, { scope, zone }, input);
  if (after)
    all.push(
      sql`(${join(keys, ', ')}) > (${join(
        after.map((value) => sql`${value}`),
        ', ',
      )})`,
    );
  return sql`${select}, ${join(shown, ', ')} ${from} ${where(all)} ORDER BY ${join(keys, ', ')} LIMIT ${PAGE_ROWS}`;
}

type Entries = readonly (readonly [string, Columns[string]])[];

const chosen = (columns: Columns, names: readonly string[] | undefined): Entries =>
  Object.entries(columns)
    .filter(([name]) => names?.includes(name) ?? true)
    .sort(([a], [b]) => (names ? names.indexOf(a) - names.indexOf(b) : 0));

function textsOf(columns: Entries, row: Record<string, unknown>, zone: string): string[] {
  return columns.map(([name, { schema }]) => {
    const value = row[name];
    if (value === null || value === undefined) return '';
    const text = wire.formOf(schema)?.render(value as never, zone) ?? value;
    return typeof text === 'object' ? JSON.stringify(text) : String(text);
  });
}
