import type pg from 'pg';
import { Fault } from '../../core/fault.ts';
import { problemOf } from '../../db/problem.ts';
import { join, raw, type Sql, sql } from '../../db/sql.ts';
import type { ColumnKind, Columns } from './columns.ts';
import type { ReportAnswer, ReportCall } from './report.ts';

interface Statement {
  readonly rows: Sql;
  readonly columns: Columns;
  readonly order: Sql;
}

type Row = Record<string, unknown> & { total_count: number; is_row: boolean | null };

/** Of one report. Reports are for people who wait for them. */
const TIMEOUT_MS = 20_000;
/** Time to compile a statement is longer than it saves here, and a report groups many rows. */
const SETTINGS = `SET LOCAL statement_timeout = ${TIMEOUT_MS}; SET LOCAL jit = off; SET LOCAL work_mem = '64MB'`;

/** Reads rows and totals in one statement, so that they are of one moment. It may run on a standby. */
export async function runSql({ kernel, maxRows }: ReportCall, statement: Statement): Promise<ReportAnswer> {
  const { text, values } = withTotals(statement, maxRows).render();
  const rows = await kernel.db.history((pool) => readAlone<Row>(pool, { text, values }));
  const [first] = rows;
  if (!first) throw new Error('the totals have one row');
  const names = Object.keys(statement.columns);
  const summed = names.filter((name) => statement.columns[name]?.summed);
  return {
    rows: rows.filter((row) => row.is_row).map((row) => Object.fromEntries(names.map((name) => [name, row[name]]))),
    total: Object.fromEntries(summed.map((name) => [name, first[totalName(name)]])),
    count: first.total_count,
  };
}

const totalName = (column: string) => `total_of_${column}`;

function withTotals({ rows, columns, order }: Statement, maxRows: number): Sql {
  const all = Object.entries(columns);
  const sums = all
    .filter(([, { summed }]) => summed)
    .map(([name, { kind }]) => sql`coalesce(sum(r.${raw(name)}), 0)${typeOf(kind)} AS ${raw(totalName(name))}`);
  const shown = all.map(([name, { kind }]) => sql`r.${raw(name)}${typeOf(kind)} AS ${raw(name)}`);
  return sql`
    WITH r AS MATERIALIZED (${rows}),
      t AS (SELECT ${join([sql`count(*)::int AS total_count`, ...sums], ', ')} FROM r)
    SELECT * FROM t LEFT JOIN (SELECT true AS is_row, ${join(shown, ', ')} FROM r ORDER BY ${order} LIMIT ${maxRows}) n ON true
    ORDER BY ${order}`;
}

/** Exact amounts have all of their decimals, also where there is nothing to sum. */
const TYPES: Partial<Record<ColumnKind, string>> = {
  count: '::bigint',
  money: '::numeric(20, 2)',
  percent: '::numeric(20, 2)',
  gigabytes: '::numeric(20, 3)',
};

const typeOf = (kind: ColumnKind): Sql => raw(TYPES[kind] ?? '');

/** In a transaction of its own, since it has settings of its own. @throws Fault if it takes too long */
async function readAlone<T extends object>(
  pool: pg.Pool,
  statement: { text: string; values: unknown[] },
): Promise<T[]> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('BEGIN READ ONLY');
    await client.query(SETTINGS);
    const { rows } = await client.query<T>(statement);
    await client.query('COMMIT');
    return rows;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    if (problemOf(error)?.code === '57014')
      throw new Fault('unavailable', 'the report takes too long; ask for fewer days, or for one reseller', {
        cause: error,
      });
    throw error;
  } finally {
    client.release(failure); // closed after a failure, so its transaction ends
  }
}
