import { type Numbers, numbersOf } from '../../../core/telephone/columns.ts';
import { regionOf } from '../../../core/telephone/numbers.ts';
import type { Database, Tx } from '../../../db/database.ts';
import { execute, query, raw, type Sql, sql } from '../../../db/sql.ts';

/** Rows that are locked at a time. Reading a number takes some microseconds. */
const BATCH = 500;

const TABLES = [
  { table: 'crm.customer', upto: 'customer_upto', listed: sql`t.deleted_at IS NULL`, others: sql`t.other_mobiles` },
  { table: 'crm.lead', upto: 'lead_upto', listed: sql`true`, others: sql`'{}'::text[]` },
] as const;

type Table = (typeof TABLES)[number];

/**
 * Reads the telephone numbers of customers and leads that no program has read: those of before there were numbers, and what a
 * program of then, or a move or restore from there, has written since. Of an ISP whose country has changed, all of them again.
 * May be interrupted and repeated, on two nodes too. False: aborted before all were read.
 */
export async function readNumbers(db: Pick<Database, 'pool' | 'transaction'>, signal: AbortSignal): Promise<boolean> {
  for (const table of TABLES)
    for (let after: number | undefined = 0; after !== undefined; ) {
      if (signal.aborted) return false;
      const from: number = after;
      after = await db.transaction((tx) => readUnread(tx, table, from));
    }
  return readAgain(db, signal);
}

/** Up to which row; undefined: to the last. Rows that another transaction changes are left to the next run. */
async function readUnread(tx: Tx, table: Table, after: number): Promise<number | undefined> {
  const rows = await select(
    tx,
    table,
    sql`t.e164 IS NULL AND ${table.listed} AND t.id > ${after} ORDER BY t.id LIMIT ${BATCH}
    FOR NO KEY UPDATE OF t SKIP LOCKED`,
  );
  await save(tx, table, rows);
  return rows.at(-1)?.id;
}

async function readAgain(db: Pick<Database, 'pool' | 'transaction'>, signal: AbortSignal): Promise<boolean> {
  const isps = await query<{ id: number }>(db.pool, sql`SELECT isp_id AS id FROM crm.number_reading ORDER BY 1`);
  for (const { id } of isps) {
    for (let left = true; left; ) {
      if (signal.aborted) return false;
      left = await db.transaction((tx) => readOnwards(tx, id));
    }
  }
  return true;
}

/** The next rows of an ISP. False: there are none. Its row is locked, so two nodes take turns. */
async function readOnwards(tx: Tx, ispId: number): Promise<boolean> {
  const [reached] = await query<Record<Table['upto'], number>>(
    tx,
    sql`SELECT customer_upto, lead_upto FROM crm.number_reading WHERE isp_id = ${ispId} FOR UPDATE`,
  );
  if (!reached) return false;
  for (const table of TABLES) {
    const rows = await select(
      tx,
      table,
      sql`t.isp_id = ${ispId} AND t.id > ${reached[table.upto]} AND ${table.listed}
      ORDER BY t.id LIMIT ${BATCH} FOR NO KEY UPDATE OF t`,
    );
    const last = rows.at(-1);
    if (!last) continue;
    await save(tx, table, rows);
    await execute(tx, sql`UPDATE crm.number_reading SET ${raw(table.upto)} = ${last.id} WHERE isp_id = ${ispId}`);
    return true;
  }
  await execute(tx, sql`DELETE FROM crm.number_reading WHERE isp_id = ${ispId}`);
  return false;
}

interface Row {
  readonly id: number;
  readonly mobile: string;
  readonly others: readonly string[];
  readonly country: string;
}

const select = (tx: Tx, { table, others }: Table, which: Sql): Promise<Row[]> =>
  query<Row>(
    tx,
    sql`SELECT t.id, t.mobile, ${others} AS others, i.country FROM ${raw(table)} t JOIN crm.isp i ON i.id = t.isp_id WHERE ${which}`,
  );

/** Nothing that anybody is shown changes, so `updated_at` stays, and neither audit nor events hear of it. */
async function save(tx: Tx, { table }: Table, rows: readonly Row[]): Promise<void> {
  const read = rows.map(({ id, mobile, others, country }) => ({ id, ...numbersOf(mobile, regionOf(country), others) }));
  await execute(
    tx,
    sql`UPDATE ${raw(table)} t SET e164 = d.e164, other_e164 = string_to_array(d.others, ' ')
        FROM unnest(${read.map(({ id }) => id)}::int[], ${read.map(({ e164 }) => e164)}::text[],
          ${read.map(othersOf)}::text[]) AS d (id, e164, others)
        WHERE t.id = d.id AND (t.e164, t.other_e164) IS DISTINCT FROM (d.e164, string_to_array(d.others, ' '))`,
  );
}

const othersOf = ({ otherE164 }: Numbers): string => otherE164.join(' ');
