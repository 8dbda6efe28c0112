import type pg from 'pg';
import { Fault } from '../../../../core/fault.ts';
import type { Database } from '../../../../db/database.ts';
import { problemOf } from '../../../../db/problem.ts';
import { execute, query, type Runner, sql } from '../../../../db/sql.ts';
import type { Day } from '../model/subscription.ts';

/** A service that the last run could not advance, and the last day that it has seen; null: not known. */
export interface FailedService {
  readonly id: number;
  readonly doneUpto: Day | null;
}

/** Those of an ISP. */
export const failedServices = (pool: pg.Pool, ispId: number): Promise<FailedService[]> =>
  query<FailedService>(
    pool,
    sql`SELECT p.service_id AS id, k.done_upto AS "doneUpto" FROM crm.service_problem p
        LEFT JOIN crm.service_clock k ON k.service_id = p.service_id WHERE p.isp_id = ${ispId} ORDER BY 1`,
  );

interface Failed {
  readonly serviceId: number;
  readonly now: Date;
  /** The ISP's day. */
  readonly today: Day;
  /** The day that it could not be advanced to, which it is tried from again. */
  readonly day: Day;
  readonly error: unknown;
}

/**
 * Records that a service could not be advanced. Its access continues for the ISP's days of grace after the day of the first
 * failure or, if later, after the end of a prepaid validity; then RADIUS treats it as unpaid.
 */
export async function noteProblem({ pool }: Pick<Database, 'pool'>, { serviceId, now, today, day, error }: Failed) {
  await execute(
    pool,
    sql`WITH failing AS (
          INSERT INTO crm.service_clock AS k (service_id, isp_id, done_upto)
          SELECT s.id, s.isp_id, ${day}::date - 1 FROM crm.service s WHERE s.id = ${serviceId} AND s.deleted_at IS NULL
          ON CONFLICT (service_id) DO UPDATE SET done_upto = least(k.done_upto, excluded.done_upto)
        )
        INSERT INTO crm.service_problem AS p (service_id, isp_id, problem, since, attempted_at, access_upto)
        SELECT s.id, s.isp_id, ${problemText(error)}, ${now}, ${now},
          greatest(${today}::date, CASE WHEN s.prepaid_postpaid = 'Prepaid' THEN s.valid_upto END) + i.np_grace_days
        FROM crm.service s JOIN crm.isp_setting i ON i.isp_id = s.isp_id
        WHERE s.id = ${serviceId} AND s.deleted_at IS NULL
        ON CONFLICT (service_id) DO UPDATE
          SET problem = excluded.problem, attempted_at = excluded.attempted_at, attempts = p.attempts + 1`,
  );
}

export async function clearProblem(on: Runner, serviceId: number): Promise<void> {
  await execute(
    on,
    sql`WITH mended AS (DELETE FROM crm.service_problem WHERE service_id = ${serviceId} RETURNING service_id)
        DELETE FROM crm.service_clock k USING mended WHERE k.service_id = mended.service_id`,
  );
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
