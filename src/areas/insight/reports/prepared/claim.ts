import type { AllowedLocation } from '../../../../core/tenancy/allowed-location.ts';
import { isFrozen } from '../../../../core/tenancy/frozen-tenant.ts';
import type { Database } from '../../../../db/database.ts';
import { execute, query, sql } from '../../../../db/sql.ts';
import type { ReportName } from '../reports.ts';

/** A node that makes a report and says nothing for so long is given up. */
const LEASE = sql`interval '60 seconds'`;
/** A report that so many nodes gave up is not tried again. */
export const MAX_ATTEMPTS = 3;
/** On all nodes: the database has others to serve. */
const MAX_RUNNING = 4;

/** A report that this node is to make. */
export interface Claim {
  readonly id: number;
  readonly run: number;
  readonly attempts: number;
  readonly isp_id: number;
  readonly reseller_id: number | null;
  readonly locations: readonly AllowedLocation[] | null;
  readonly report: ReportName;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly timezone: string;
}

/**
 * Takes the report that waits longest, those of people first: one of an ISP at a time, whichever node makes it, and none of an ISP that
 * is being moved. One that a dead node was making waits again after its lease.
 */
export function claim({ transaction }: Pick<Database, 'transaction'>): Promise<Claim | undefined> {
  return transaction(async (tx) => {
    await query(tx, sql`SELECT pg_advisory_xact_lock(hashtext('crm.prepared_report'), 0)`);
    const [claimed] = await query<Claim>(
      tx,
      sql`WITH running AS MATERIALIZED (
            SELECT r.isp_id FROM crm.prepared_report r WHERE r.state = 'Running' AND r.leased_until >= now()
          ), next AS MATERIALIZED (
            SELECT w.id FROM crm.prepared_report w
            WHERE w.state IN ('Waiting', 'Running') AND w.isp_id NOT IN (SELECT isp_id FROM running)
              AND (SELECT count(*) FROM running) < ${MAX_RUNNING} AND NOT ${isFrozen(sql`w.isp_id`)}
            ORDER BY w.asked_by IS NULL, w.asked_at, w.id LIMIT 1 FOR UPDATE SKIP LOCKED)
          UPDATE crm.prepared_report p SET state = 'Running', run = p.run + 1, attempts = p.attempts + 1, leased_until = now() + ${LEASE}
          FROM next, crm.isp_setting t WHERE p.id = next.id AND t.isp_id = p.isp_id
          RETURNING p.id, p.run, p.attempts, p.isp_id, p.reseller_id, p.locations, p.report, p.parameters, t.timezone`,
    );
    return claimed;
  });
}

type Held = Pick<Claim, 'id' | 'run'>;
export const isHeld = ({ id, run }: Held) => sql`p.id = ${id} AND p.run = ${run} AND p.state = 'Running'`;

/** Says that this node still makes it. False: it has been given up. */
export const renew = async ({ pool }: Pick<Database, 'pool'>, held: Held): Promise<boolean> =>
  (await execute(pool, sql`UPDATE crm.prepared_report p SET leased_until = now() + ${LEASE} WHERE ${isHeld(held)}`)) >
  0;

/** It could not be made, and would not be another time. */
export async function fail({ pool }: Pick<Database, 'pool'>, held: Held, problem: string): Promise<void> {
  await execute(
    pool,
    sql`UPDATE crm.prepared_report p SET state = 'Failed', problem = ${problem} WHERE ${isHeld(held)}`,
  );
}

/** Puts it back for another node, or for later. An attempt that only ended because its node stops does not count. */
export async function giveBack(
  { pool }: Pick<Database, 'pool'>,
  held: Held,
  { counts }: { counts: boolean },
): Promise<void> {
  await execute(
    pool,
    sql`UPDATE crm.prepared_report p SET state = 'Waiting', leased_until = NULL, attempts = p.attempts - ${counts ? 0 : 1}
        WHERE ${isHeld(held)}`,
  );
}
