import type { z } from 'zod';
import type { Sql } from '../../../db/sql.ts';
import type { Columns } from './columns.ts';
import { asReport, type Head, type InputOf, type Report, type ReportCall } from './report.ts';
import { readAllSql, runSql } from './run-sql.ts';

interface SqlReport<P extends z.ZodRawShape, C extends Columns> extends Head<P, C>, Pick<Report<P, C>, 'check'> {
  /** One row per row of the report, with its columns by their names. */
  readonly sql: (call: ReportCall, input: InputOf<P>) => Sql;
  /** ORDER BY, of columns. */
  readonly order: Sql;
}

/** A report that is one statement. */
export function sqlReport<P extends z.ZodRawShape, C extends Columns>(report: SqlReport<P, C>): Report<P, C> {
  const { sql, order, ...head } = report;
  const statement = (call: ReportCall, input: InputOf<P>) => ({
    rows: sql(call, input),
    columns: report.columns,
    order,
  });
  return asReport({
    ...head,
    read: (call, input) => runSql(call, statement(call, input)),
    readAll: (call, input, begin) => readAllSql(call, statement(call, input), begin),
  });
}
