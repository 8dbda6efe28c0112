import { z } from 'zod';
import { Fault } from '../../../../core/fault.ts';
import * as wire from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { query, sql } from '../../../../db/sql.ts';
import { refuseMasked, type Wanted } from '../wanted.ts';
import { keyOf, locationsOf } from './key.ts';

export const STATES = ['Waiting', 'Running', 'Ready', 'Failed'] as const;

/** `id` names it in `report/prepared`. */
export const asked = z.object({ id: wire.id(), state: wire.oneOf(STATES) });

/** Reports that wait or are made: of a login user, and of a reseller or an ISP itself. */
const MAX_OF_USER = 5;
const MAX_OF_OWNER = 20;
/** What somebody asked for is kept for so many days, and what was ordered daily. */
const KEPT_DAYS = 14;

/**
 * Has a report prepared, or prepared anew: until it is, the one of before is answered. A caller who asks meanwhile gets the one
 * that is on its way; what only the daily order waits for is made for them first.
 * @throws Fault of kind `forbidden` or `tooMany`
 */
export async function askFor(tx: Tx, wanted: Wanted, by: string): Promise<z.output<typeof asked>> {
  const { ispId, scope, report, input } = wanted;
  refuseMasked(scope, report);
  // Two calls of an ISP count one after the other.
  await query(tx, sql`SELECT pg_advisory_xact_lock(hashtext('crm.prepared_report'), ${ispId}::int)`);
  const [waiting] = await query<{ state: (typeof STATES)[number]; id: number }>(
    tx,
    sql`SELECT p.id, p.state FROM crm.prepared_report p
        WHERE p.isp_id = ${ispId} AND p.key = ${keyOf(wanted)}
          AND (p.state = 'Running' OR p.state = 'Waiting' AND p.asked_by IS NOT NULL)`,
  );
  if (waiting) return waiting;
  await checkPace(tx, wanted, by);
  const locations = locationsOf(scope);
  const [row] = await query<{ id: number }>(
    tx,
    sql`INSERT INTO crm.prepared_report AS p (isp_id, reseller_id, locations, report, parameters, key, asked_by, asked_at, state, expires_at)
        VALUES (${ispId}, ${scope.resellerId}, ${locations && JSON.stringify(locations)}::jsonb, ${report.name},
          ${JSON.stringify(input)}::jsonb, ${keyOf(wanted)}, ${by}, now(), 'Waiting', now() + make_interval(days => ${KEPT_DAYS}))
        ON CONFLICT (isp_id, key) DO UPDATE SET state = 'Waiting', attempts = 0, asked_by = excluded.asked_by,
          asked_at = excluded.asked_at, problem = NULL, expires_at = excluded.expires_at
        RETURNING p.id`,
  );
  if (!row) throw new Error('the report was not inserted');
  return { id: row.id, state: 'Waiting' };
}

async function checkPace(tx: Tx, { ispId, scope }: Wanted, by: string): Promise<void> {
  const [row] = await query<{ own: number; all: number }>(
    tx,
    sql`SELECT count(*) FILTER (WHERE p.asked_by = ${by})::int AS own, count(*) AS all FROM crm.prepared_report p
        WHERE p.isp_id = ${ispId} AND p.state IN ('Waiting', 'Running') AND p.asked_by IS NOT NULL
          AND p.reseller_id IS NOT DISTINCT FROM ${scope.resellerId}`,
  );
  const { own = 0, all = 0 } = row ?? {};
  if (own >= MAX_OF_USER || all >= MAX_OF_OWNER)
    throw new Fault(
      'tooMany',
      `${own >= MAX_OF_USER ? own : all} reports are already waiting to be prepared; try again when one has finished`,
    );
}
