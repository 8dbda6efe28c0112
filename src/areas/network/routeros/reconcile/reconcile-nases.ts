import { Fault } from '../../../../core/fault.ts';
import type { Kernel } from '../../../../core/kernel.ts';
import { isFrozen } from '../../../../core/tenancy/frozen-tenant.ts';
import { wholeInstallation } from '../../../../core/tenancy/scope.ts';
import { Limiter } from '../../../../core/work/limiter.ts';
import { execute, query, type Sql, sql } from '../../../../db/sql.ts';
import { logThrottled } from '../../../../db/throttled-log.ts';
import type { RouterKernel } from '../find.ts';
import { IS_SET_UP } from '../target.ts';
import { reconcileNas } from './reconcile.ts';

const EVERY_MINUTES = 15;
/** After the first failure, so that one lost packet is no alert; then less often, so that an alert closes soon. */
const AGAIN_MINUTES = 1;
const FAILING_MINUTES = 5;
/** A router that refuses the log-in may lock the user out. Changed settings are tried at once. */
const REFUSED_MINUTES = 60;
/** ISPs at a time, and routers of each: a dead one takes 3 s, one that accepts and says nothing up to 15. */
const ISPS = 8;
const NASES_EACH = 2;
/** Of an ISP in one run, so that no ISP keeps others waiting. */
const BATCH = 20;

type JobKernel = RouterKernel & Pick<Kernel, 'log'>;

interface Due {
  readonly ispId: number;
  readonly ids: number[];
  readonly isMore: boolean;
}

/**
 * Compares the sessions of routers whose comparison is 15 minutes old. Each ISP has its turn by itself, those whose routers answered
 * last time first.
 * @returns false if routers remain
 */
export async function reconcileNases(kernel: JobKernel, signal: AbortSignal): Promise<boolean> {
  const due = await dueNases(kernel);
  const turns = new Limiter(ISPS);
  await Promise.all(due.map(({ ids }) => turns.run(() => inTurn(kernel, ids, signal))));
  return !due.some(({ isMore }) => isMore) && !signal.aborted;
}

async function inTurn(kernel: JobKernel, ids: readonly number[], signal: AbortSignal): Promise<void> {
  const places = new Limiter(NASES_EACH);
  await Promise.all(
    ids.map((id) =>
      places.run(async () => {
        if (!signal.aborted) await compare(kernel, id);
      }),
    ),
  );
}

/** Those that are set up: the certificate is confirmed, or there is none. */
function dueNases({ db, clock }: JobKernel): Promise<Due[]> {
  const now = sql`${clock.now()}::timestamptz`;
  return query<Due>(
    db.pool,
    sql`SELECT "ispId", array_agg(id ORDER BY failures, "dueAt" NULLS FIRST, id) FILTER (WHERE place <= ${BATCH}::int) AS ids,
          count(*) > ${BATCH}::int AS "isMore"
        FROM (
            SELECT n.isp_id AS "ispId", n.id, coalesce(a.failures, 0) AS failures, a.due_at AS "dueAt",
              row_number() OVER (PARTITION BY n.isp_id ORDER BY coalesce(a.failures, 0), a.due_at NULLS FIRST, n.id) AS place
            FROM radius.nas n LEFT JOIN radius.nas_api a ON a.nas_id = n.id
            WHERE ${IS_SET_UP} AND coalesce(a.due_at <= ${now} OR a.asked_at < n.updated_at, true)
              AND coalesce(a.paused_upto <= ${now}, true) AND NOT ${isFrozen(sql`n.isp_id`)}
          ) due
        GROUP BY 1 ORDER BY min(failures), min("dueAt") NULLS FIRST, 1`,
  );
}

async function compare(kernel: JobKernel, nasId: number): Promise<void> {
  let minutes: Sql = sql`${EVERY_MINUTES}::int`;
  try {
    await reconcileNas(kernel, wholeInstallation, nasId);
  } catch (err) {
    minutes = sql`CASE WHEN a.failed_logins > 0 OR a.paused_upto > ${kernel.clock.now()}::timestamptz THEN ${REFUSED_MINUTES}::int
      WHEN a.failures > 1 THEN ${FAILING_MINUTES}::int ELSE ${AGAIN_MINUTES}::int END`;
    if (err instanceof Fault)
      kernel.log.debug({ nas: nasId, reason: err.message }, 'could not compare the sessions of a router');
    else logThrottled(kernel.log, { err, nas: nasId }, 'could not compare the sessions of a router');
  }
  const now = sql`${kernel.clock.now()}::timestamptz`;
  await execute(
    kernel.db.pool,
    sql`INSERT INTO radius.nas_api AS a (nas_id, attempts_since, asked_at, due_at)
        VALUES (${nasId}, ${now}, ${now}, ${now} + make_interval(mins => ${EVERY_MINUTES}))
        ON CONFLICT (nas_id) DO UPDATE SET asked_at = ${now}, due_at = ${now} + make_interval(mins => ${minutes})`,
  );
}
