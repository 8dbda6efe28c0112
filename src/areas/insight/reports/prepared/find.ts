import type { Database } from '../../../../db/database.ts';
import { query, sql } from '../../../../db/sql.ts';
import type { ReportAnswer, Values } from '../report.ts';
import type { Wanted } from '../wanted.ts';
import { keyOf } from './key.ts';

/** Rows of a prepared report that are kept for the screen and for PDF; its file has all. */
export const KEPT_ROWS = 5_000;

export interface PreparedReport extends ReportAnswer {
  readonly id: number;
  /** Names its file together with the id. */
  readonly run: number;
  readonly preparedAt: Date;
  /** The day of the ISP that it shows. */
  readonly madeOn: string;
  /** How long it took, in milliseconds. */
  readonly took: number;
}

interface PreparedRow {
  id: number;
  run: number;
  made_at: Date;
  made_on: string;
  took: number;
  row_count: number;
  total: Values;
  rows: Values[];
}

/** What was prepared for exactly this, by anyone. The caller has been found to see it. */
export async function findPrepared(
  { pool }: Pick<Database, 'pool'>,
  wanted: Wanted,
): Promise<PreparedReport | undefined> {
  // It has its numbers whole.
  if (wanted.scope.masksPhones && wanted.report.hasTelephones) return undefined;
  const [row] = await query<PreparedRow>(
    pool,
    sql`SELECT p.id, p.result_run AS run, p.made_at, p.made_on, p.took, p.row_count, p.total, p.rows FROM crm.prepared_report p
        WHERE p.isp_id = ${wanted.ispId} AND p.key = ${keyOf(wanted)} AND p.result_run IS NOT NULL`,
  );
  if (!row) return undefined;
  const { id, run, made_at: preparedAt, made_on: madeOn, took, row_count: count, total, rows } = row;
  // An earlier version may have prepared it, without the columns that have been added since.
  const nothing = Object.fromEntries(Object.keys(wanted.report.columns).map((name) => [name, null]));
  const whole = rows.map((each) => ({ ...nothing, ...each }));
  return { id, run, preparedAt, madeOn, took, count, total, rows: whole };
}
