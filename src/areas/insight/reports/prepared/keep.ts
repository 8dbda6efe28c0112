import type { Database } from '../../../../db/database.ts';
import { execute, sql } from '../../../../db/sql.ts';
import type { Summary } from '../report.ts';
import { type Claim, isHeld } from './claim.ts';
import type { ReportFile } from './file.ts';

/** What is ordered daily is made anew the next day. */
const DAILY_KEPT_DAYS = 3;
/** What an ISP, a reseller and all resellers of an ISP together may keep; the oldest give way. */
const MAX_BYTES = { isp: 512 * 2 ** 20, reseller: 128 * 2 ** 20, resellers: 512 * 2 ** 20 } as const;
const MAX_REPORTS = 200;

interface Made extends Summary {
  readonly file: ReportFile;
  readonly madeAt: Date;
  readonly madeOn: string;
  readonly took: number;
}

/** Puts a result in the place of the one before, unless another node has been given the report. */
export async function keep(db: Pick<Database, 'pool' | 'transaction'>, claim: Claim, made: Made): Promise<void> {
  const rows = JSON.stringify(made.file.first);
  const bytes = made.file.bytes + Buffer.byteLength(rows);
  await db.transaction(async (tx) => {
    const kept = await execute(
      tx,
      sql`UPDATE crm.prepared_report p SET state = 'Ready', leased_until = NULL, problem = NULL, result_run = p.run,
            made_at = ${made.madeAt}, made_on = ${made.madeOn}::date, took = ${made.took}, row_count = ${made.count},
            total = ${JSON.stringify(made.total)}::jsonb, rows = ${rows}::jsonb, bytes = ${bytes},
            expires_at = CASE WHEN p.asked_by IS NULL THEN greatest(p.expires_at, now() + make_interval(days => ${DAILY_KEPT_DAYS}))
              ELSE p.expires_at END
          WHERE ${isHeld(claim)}`,
    );
    const others = kept > 0 ? sql`f.run <> ${claim.run}` : sql`f.run = ${claim.run}`;
    await execute(tx, sql`DELETE FROM crm.prepared_report_part f WHERE f.report_id = ${claim.id} AND ${others}`);
  });
  await makeRoom(db, claim.isp_id);
}

/** Deletes what an attempt has written that came to nothing. */
export async function discard({ pool }: Pick<Database, 'pool'>, { id, run }: Claim): Promise<void> {
  await execute(
    pool,
    sql`DELETE FROM crm.prepared_report_part f USING crm.prepared_report p
        WHERE p.id = ${id} AND p.result_run IS DISTINCT FROM ${run}::int AND f.report_id = p.id AND f.run = ${run}`,
  );
}

/** Deletes the oldest prepared reports of an ISP of which there are too many. Those of resellers never take the place of the ISP’s own. */
async function makeRoom({ pool }: Pick<Database, 'pool'>, ispId: number): Promise<void> {
  await execute(
    pool,
    sql`DELETE FROM crm.prepared_report p USING (
          SELECT x.id, sum(x.bytes) OVER own AS own, count(*) OVER own AS place,
            sum(x.bytes) OVER (PARTITION BY x.reseller_id IS NULL ORDER BY coalesce(x.made_at, x.asked_at) DESC, x.id DESC) AS all
          FROM crm.prepared_report x WHERE x.isp_id = ${ispId}
          WINDOW own AS (PARTITION BY x.reseller_id ORDER BY coalesce(x.made_at, x.asked_at) DESC, x.id DESC)) k
        WHERE p.id = k.id AND p.state IN ('Ready', 'Failed') AND (k.place > ${MAX_REPORTS}
          OR CASE WHEN p.reseller_id IS NULL THEN k.own > ${MAX_BYTES.isp} ELSE k.own > ${MAX_BYTES.reseller} OR k.all > ${MAX_BYTES.resellers} END)`,
  );
}
