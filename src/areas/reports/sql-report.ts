import type { z } from 'zod';
import type { Sql } from '../../db/sql.ts';
import type { Columns } from './columns.ts';
import { codeReport, type Head, type InputOf, type Report, type ReportCall } from './report.ts';
import { runSql } from './run-sql.ts';

interface SqlReport<P extends z.ZodRawShape, C extends Columns> extends Head<P, C> {
  /** Checks what the kinds cannot. */
  readonly check?: (input: InputOf<P>) => void;
  /** One row per row of the report, with its columns by their names. */
  readonly sql: (call: ReportCall, input: InputOf<P>) => Sql;
  /** ORDER BY, of columns. */
  readonly order: Sql;
}

/** A report that is one statement. */
export function sqlReport<P extends z.ZodRawShape, C extends Columns>(report: SqlReport<P, C>): Report<P, C> {
  const { check, sql, order, ...head } = report;
  return codeReport({
    ...head,
    read: (call, input) => {
      check?.(input);
      return runSql(call, { rows: sql(call, input), columns: report.columns, order });
    },
  });
}
