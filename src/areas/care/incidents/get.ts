import { z } from 'zod';
import { notFound } from '../../../core/fault.ts';
import { type ListCall, listStatement } from '../../../core/list/index.ts';
import { concernedOf } from '../../../core/tenancy/care-scope.ts';
import * as wire from '../../../core/wire/index.ts';
import { query, type Runner, type Sql, sql } from '../../../db/sql.ts';
import { PENDING } from '../tickets/life-cycle.ts';
import { incidents } from './list.ts';
import { concernedCounts, countsOf } from './preview.ts';

export const incidentRecord = z.object({
  ...incidents.row.shape,
  /** Those that it concerns now, as far as the caller sees them. */
  concerned: concernedCounts,
  tickets: z.object({ pending: wire.count(), resolved: wire.count() }),
  /** How many services were given something, or nothing for a reason. */
  compensated: z.object({ days: wire.count(), credits: wire.count(), none: wire.count() }),
});

type Row = z.output<typeof incidents.row>;
type IncidentRecord = z.output<typeof incidentRecord>;

/** An incident with what it has come to. @throws Fault of kind `notFound` */
export async function readIncident(on: Runner, caller: ListCall, id: number): Promise<IncidentRecord> {
  const [incident] = await query<Row>(
    on,
    listStatement(incidents, { ...caller, input: { id, rows_limit: 1, rows_offset: 0 } }),
  );
  if (!incident) throw notFound('incident', id);
  const theirs =
    concernedOf(caller.scope) ?? sql`FROM crm.incident_service h JOIN crm.service s ON s.id = h.service_id WHERE TRUE`;
  const [concerned, [tickets], [compensated]] = await Promise.all([
    readConcerned(on, id, theirs),
    query<IncidentRecord['tickets']>(on, ticketsOf(id, theirs)),
    query<IncidentRecord['compensated']>(on, compensatedOf(id, theirs)),
  ]);
  if (!tickets || !compensated) throw new Error('a count has one row');
  return { ...incident, concerned, tickets, compensated };
}

async function readConcerned(on: Runner, id: number, theirs: Sql): Promise<IncidentRecord['concerned']> {
  const rows = await query<{ location_code: string | null; resellerid: number | null; count: number }>(
    on,
    sql`SELECT s.location_code, CASE WHEN grouping(s.reseller_id) = 0 THEN coalesce(s.reseller_id, 0) END AS resellerid,
          count(*)::int AS count
        ${theirs} AND h.incident_id = ${id} AND h.upto_at IS NULL
        GROUP BY GROUPING SETS ((s.location_code), (s.reseller_id)) ORDER BY 3 DESC, 1, 2`,
  );
  return countsOf(rows);
}

const ticketsOf = (id: number, theirs: Sql): Sql =>
  sql`SELECT count(*) FILTER (WHERE t.status = ANY(${[...PENDING]}::text[]))::int AS pending,
        count(*) FILTER (WHERE t.status IN ('Resolved', 'Closed'))::int AS resolved
      FROM crm.ticket t
      WHERE t.incident_id = ${id} AND t.service_id IN (SELECT h.service_id ${theirs} AND h.incident_id = ${id})`;

const compensatedOf = (id: number, theirs: Sql): Sql =>
  sql`SELECT count(*) FILTER (WHERE g.kind = 'Days')::int AS days, count(*) FILTER (WHERE g.kind = 'Credit')::int AS credits,
        count(*) FILTER (WHERE g.kind = 'None')::int AS none
      FROM crm.incident_compensation g
      WHERE g.incident_id = ${id} AND g.service_id IN (SELECT h.service_id ${theirs} AND h.incident_id = ${id})`;
