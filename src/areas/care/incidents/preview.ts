import { z } from 'zod';
import { parameterFault } from '../../../core/fault.ts';
import { ispOfNew, ispShape } from '../../../core/tenancy/owner.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import { concernedBy, type Filter } from './concerned.ts';
import { filterOf } from './filter.ts';
import { filterShape } from './vocabulary.ts';

export const previewInput = z.strictObject({ ...ispShape(), ...filterShape() });

/** How many services, and where. Sums of the two lists are the count. */
export const concernedCounts = z.object({
  count: wire.count(),
  locations: z.array(z.object({ location_code: wire.shown(), count: wire.count() })),
  /** 0: the ISP's own. */
  resellers: z.array(z.object({ resellerid: wire.ownerId(), count: wire.count() })),
});

export type Counts = z.output<typeof concernedCounts>;

/** Counts the services that an incident with this filter would concern now. */
export async function previewIncident(tx: Tx, scope: Scope, input: z.output<typeof previewInput>): Promise<Counts> {
  const ispId = await ispOfNew(tx, scope, input);
  return countConcerned(tx, ispId, await filterOf(tx, ispId, input));
}

interface Row {
  readonly location_code: string | null;
  readonly resellerid: number | null;
  readonly count: number;
}

async function countConcerned(tx: Tx, ispId: number, filter: Filter): Promise<Counts> {
  const rows = await query<Row>(
    tx,
    sql`SELECT s.location_code, CASE WHEN grouping(s.reseller_id) = 0 THEN coalesce(s.reseller_id, 0) END AS resellerid,
          count(*)::int AS count
        FROM crm.service s WHERE ${concernedBy(ispId, filter)}
        GROUP BY GROUPING SETS ((s.location_code), (s.reseller_id)) ORDER BY 3 DESC, 1, 2`,
  );
  return countsOf(rows);
}

/** Of rows that are each of a location or of a reseller. */
export function countsOf(rows: readonly Row[]): Counts {
  const locations = rows.flatMap(({ location_code, count }) =>
    location_code === null ? [] : [{ location_code, count }],
  );
  const resellers = rows.flatMap(({ resellerid, count }) => (resellerid === null ? [] : [{ resellerid, count }]));
  return { count: locations.reduce((sum, { count }) => sum + count, 0), locations, resellers };
}

/** By how much the services may have changed since the preview. */
const TOLERANCE = 0.05;

/** @throws Fault of kind `conflict` if there are other services by now than the caller has seen */
export function refuseMoved(seen: number, now: number): void {
  if (Math.abs(now - seen) <= seen * TOLERANCE) return;
  throw parameterFault('conflict', 'count', `it concerns ${now} services by now, not ${seen}; preview it again`);
}
