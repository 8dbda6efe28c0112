import type pg from 'pg';
import { Fault } from '../../../core/fault.ts';
import type { Database } from '../../../db/database.ts';
import { problemOf } from '../../../db/problem.ts';
import { execute, query, type Runner, sql } from '../../../db/sql.ts';
import type { Day } from '../model/subscription.ts';

/** The services of an ISP that the last run could not advance to today. */
export async function failedServices(pool: pg.Pool, ispId: number): Promise<number[]> {
  const rows = await query<{ id: number }>(
    pool,
    sql`SELECT service_id AS id FROM crm.service_problem WHERE isp_id = ${ispId} ORDER BY service_id`,
  );
  return rows.map(({ id }) => id);
}

interface Failed {
  readonly serviceId: number;
  readonly now: Date;
  /** The ISP's day. */
  readonly today: Day;
  readonly error: unknown;
}

/**
 * Records that a service could not be advanced. Its access continues for the ISP's days of grace after the day of the first
 * failure or, if later, after the end of a prepaid validity; then RADIUS treats it as unpaid.
 */
export async function noteProblem({ pool }: Pick<Database, 'pool'>, { serviceId, now, today, error }: Failed) {
  await execute(
    pool,
    sql`INSERT INTO crm.service_problem AS p (service_id, isp_id, problem, since, attempted_at, access_upto)
        SELECT s.id, s.isp_id, ${problemText(error)}, ${now}, ${now},
          greatest(${today}::date, CASE WHEN s.prepaid_postpaid = 'Prepaid' THEN s.valid_upto END) + i.np_grace_days
        FROM crm.service s JOIN crm.isp_setting i ON i.isp_id = s.isp_id
        WHERE s.id = ${serviceId} AND s.deleted_at IS NULL
        ON CONFLICT (service_id) DO UPDATE
          SET problem = excluded.problem, attempted_at = excluded.attempted_at, attempts = p.attempts + 1`,
  );
}

export async function clearProblem(on: Runner, serviceId: number): Promise<void> {
  await execute(on, sql`DELETE FROM crm.service_problem WHERE service_id = ${serviceId}`);
}

/** For users of the tenant; details for the operator are in the log. */
export function problemText(error: unknown): string {
  if (error instanceof Fault) return error.message;
  switch (problemOf(error)?.kind) {
    case 'badValue':
      return 'an amount or a volume is out of range';
    case 'conflict':
    case 'unavailable':
      return 'a temporary failure of the database';
    default:
      return 'an internal error; the log of the node has the details';
  }
}

/** In the whole installation. */
export async function countProblems(pool: pg.Pool): Promise<number> {
  const [row] = await query<{ count: number }>(
    pool,
    sql`SELECT count(*)::int AS count FROM crm.service_problem p JOIN crm.service s ON s.id = p.service_id
        WHERE s.deleted_at IS NULL`,
  );
  return row?.count ?? 0;
}
