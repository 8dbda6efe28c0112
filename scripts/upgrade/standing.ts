import { runBilling } from '../../src/areas/money/billing/run/run-billing.ts';
import { createLog } from '../../src/config/log.ts';
import type { Database } from '../../src/db/database.ts';
import { query, sql } from '../../src/db/sql.ts';

const DAY_MS = 86_400_000;

/** What the billing run has made of a service: money as texts, days as `yyyy-mm-dd`. */
export interface Standing {
  readonly serviceid: number;
  readonly status: string;
  readonly valid_upto: string | null;
  readonly os_amt: string;
  readonly invoices: number;
  readonly invoiced: string;
}

/** The billing run day by day, as nodes that are never down make it. @throws Error if a service cannot be advanced */
export async function advanceDaily(db: Database, from: Date, upto: Date): Promise<void> {
  for (let at = from; at < upto; ) {
    at = new Date(Math.min(at.getTime() + DAY_MS, upto.getTime()));
    const now = at;
    const run = await runBilling({ db, log: createLog('error'), clock: { now: () => now } });
    if (run.failed + run.failedIsps > 0)
      throw new Error(`${run.failed} services and ${run.failedIsps} ISPs could not be advanced to ${at.toISOString()}`);
  }
}

export function standings({ pool }: Database): Promise<Standing[]> {
  return query<Standing>(
    pool,
    sql`SELECT s.id AS serviceid, s.status, s.valid_upto::text, s.os_amt::text,
          count(i.id)::int AS invoices, coalesce(sum(i.total), 0)::text AS invoiced
        FROM crm.service s LEFT JOIN crm.invoice i ON i.service_id = s.id
        WHERE s.deleted_at IS NULL GROUP BY s.id ORDER BY s.id`,
  );
}

/** Major version of the server. */
export async function serverOf({ pool }: Database): Promise<number> {
  const [row] = await query<{ major: number }>(
    pool,
    sql`SELECT current_setting('server_version_num')::int / 10000 AS major`,
  );
  return row?.major ?? 0;
}
