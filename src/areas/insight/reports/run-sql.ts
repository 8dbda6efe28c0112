import { join, raw, type Sql, sql } from '../../../db/sql.ts';
import type { ColumnKind, Columns } from './columns.ts';
import { readAlone } from './read-alone.ts';
import { PAGE, type ReportAnswer, type ReportCall, type RowReader, type Summary, type Values } from './report.ts';

interface Statement {
  readonly rows: Sql;
  readonly columns: Columns;
  readonly order: Sql;
}

type Row = Record<string, unknown> & { total_count: number; is_row: boolean | null };

/** Reads rows and totals in one statement, so that they are of one moment. It may run on a standby. */
export async function runSql(call: ReportCall, statement: Statement): Promise<ReportAnswer> {
  const { text, values } = withTotals(statement, call.maxRows).render();
  const rows = await call.kernel.db.history((pool) =>
    readAlone(pool, call, async (client) => (await client.query<Row>({ text, values })).rows),
  );
  return { rows: rowsOf(statement, rows), ...summaryOf(statement, rows[0]) };
}

/** The same statement for all rows, which are never in memory together. A cursor takes no parallel plan, which a prepared report can do without. */
export function readAllSql(call: ReportCall, statement: Statement, begin: () => RowReader): Promise<Summary> {
  const { text, values } = withTotals(statement, null).render();
  return call.kernel.db.history((pool) =>
    readAlone(pool, call, async (client) => {
      const reader = begin();
      await client.query({ text: `DECLARE report NO SCROLL CURSOR FOR ${text}`, values });
      let summary: Summary | undefined;
      for (;;) {
        const { rows } = await client.query<Row>(`FETCH ${PAGE} FROM report`);
        summary ??= summaryOf(statement, rows[0]);
        await reader.take(rowsOf(statement, rows));
        if (rows.length < PAGE) return summary;
      }
    }),
  );
}

const rowsOf = ({ columns }: Statement, rows: readonly Row[]): Values[] => {
  const names = Object.keys(columns);
  return rows.filter((row) => row.is_row).map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
};

function summaryOf({ columns }: Statement, first: Row | undefined): Summary {
  if (!first) throw new Error('the totals have one row');
  const summed = Object.keys(columns).filter((name) => columns[name]?.summed);
  return {
    total: Object.fromEntries(summed.map((name) => [name, first[totalName(name)]])),
    count: first.total_count,
  };
}

const totalName = (column: string) => `total_of_${column}`;

/** Each row has the totals; without rows there is one with them alone. `maxRows` null: all. */
function withTotals({ rows, columns, order }: Statement, maxRows: number | null): Sql {
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
