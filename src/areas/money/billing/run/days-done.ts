import type { Tx } from '../../../../db/database.ts';
import { execute, type Runner, send, sql } from '../../../../db/sql.ts';
import type { Draft } from '../model/draft.ts';
import type { Day } from '../model/subscription.ts';

/**
 * Records that the rules of a day were applied to all services of an ISP. Those that were further than it no longer are; those that
 * a run fails for keep their last day.
 */
export async function markDay(on: Runner, ispId: number, day: Day): Promise<void> {
  await execute(
    on,
    sql`WITH reached AS (
          DELETE FROM crm.service_clock k WHERE k.isp_id = ${ispId} AND k.done_upto <= ${day}::date
            AND NOT EXISTS (SELECT FROM crm.service_problem p WHERE p.service_id = k.service_id)
        )
        INSERT INTO crm.isp_clock (isp_id, done_upto) VALUES (${ispId}, ${day}::date)
        ON CONFLICT (isp_id) DO UPDATE SET done_upto = excluded.done_upto`,
  );
}

/** Records that services have seen their day before the run of their ISP came. */
export function markServices(tx: Tx, drafts: readonly Draft[]): void {
  const rows = drafts.map(({ subscription: { id, ispId }, context }) => ({
    service_id: id,
    isp_id: ispId,
    done_upto: context.today,
  }));
  send(
    tx,
    sql`INSERT INTO crm.service_clock (service_id, isp_id, done_upto)
        SELECT service_id, isp_id, done_upto
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS d (service_id int, isp_id int, done_upto date)
        ON CONFLICT (service_id) DO UPDATE SET done_upto = excluded.done_upto`,
  );
}
