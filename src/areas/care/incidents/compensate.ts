import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { badParameter, Fault, parameterFault } from '../../../core/fault.ts';
import { updated } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { query, type Sql, sql } from '../../../db/sql.ts';
import { update } from '../../../db/write.ts';
import { type Changed, changeSubscriptions } from '../../money/billing/change-many.ts';
import { type Compensated, compensate } from '../../money/billing/life-cycle/actions/compensate.ts';
import { total } from '../../money/billing/pricing/amounts.ts';
import { type Incident, lockIncident } from './find.ts';
import { type Due, noteCompensations, refusalOf } from './note-compensations.ts';
import { COMPENSATED, COMPENSATIONS } from './vocabulary.ts';

export const compensationInput = z.strictObject({
  id: wire.id(),
  compensation: wire.oneOf(COMPENSATIONS),
  days: wire.wholeNumber(1, 31).optional(),
  actual: wire.flagYN().default(false),
  preview: wire.flagYN().default(false),
});

export const compensationOutcome = z.object({
  /** Services of this slice whose validity was extended, and that were credited. */
  extended: wire.count(),
  credited: wire.count(),
  /** The sum of the credits, with tax. */
  amt: wire.asStored(wire.money()),
  /** Services of this slice that were given nothing, and why. */
  refused: z.array(z.object({ serviceid: wire.id(), error: wire.shown() })),
  /** Services that are still to be compensated, by further calls. */
  left: wire.count(),
});

type Input = z.output<typeof compensationInput>;
type Outcome = z.output<typeof compensationOutcome>;

/** Bounds how long one call holds its locks. */
const SLICE = 1_000;

/**
 * Compensates the next slice of the services that an incident left without what they pay for, each once. What they are given is
 * the same for all of them: it stays as the first slice has it.
 */
export async function compensateIncident(tx: Tx, call: Call, input: Input): Promise<Outcome> {
  const { id, compensation, preview } = input;
  const days = daysOf(input);
  const incident = await lockIncident(tx, call.scope, id);
  refuseUnfit(incident, { compensation, days });
  await waitForOthers(tx, incident.ispId);
  const [slice, due] = [await readDue(tx, id), await countDue(tx, id)];
  const given = new Map<number, Compensated>();
  const serviceIds = slice.filter(({ coveredBy }) => coveredBy === null).map(({ serviceId }) => serviceId);
  const byService = new Map(slice.map((each) => [each.serviceId, days ?? each.days]));
  // Not the title, which is for the staff.
  const wanted = { inMoney: compensation === 'Money', description: COMPENSATED[incident.kind] };
  const changed = await changeSubscriptions(tx, call, { serviceIds, preview }, (draft) => {
    const { id: serviceId } = draft.subscription;
    given.set(serviceId, compensate(draft, { ...wanted, days: byService.get(serviceId) ?? 0 }));
  });
  if (!preview) {
    await noteCompensations(tx, call, { incident, description: wanted.description, slice, changed, given });
    update(tx, 'crm.incident', [{ id, compensation, compensationDays: days, ...updated(call.scope) }]);
  }
  return outcomeOf(changed, given, { slice, left: preview ? due : due - slice.length });
}

/** Null: as many as each service was concerned. */
function daysOf({ days, actual }: Input): number | null {
  if (actual && days !== undefined) throw badParameter('days', 'must be absent when actual is Y');
  if (!actual && days === undefined) throw badParameter('days', 'is required unless actual is Y');
  return days ?? null;
}

interface Terms {
  readonly compensation: Incident['compensation'];
  readonly days: number | null;
}

function refuseUnfit(incident: Incident, { compensation, days }: Terms): void {
  const { id, status, compensation: before, compensationDays } = incident;
  if (status !== 'Resolved')
    throw new Fault('conflict', `incident ${id} is ${status}; its services are compensated once it is Resolved`);
  if (before === null || (before === compensation && compensationDays === days)) return;
  const was = `${before} for ${compensationDays === null ? 'the actual days' : `${compensationDays} days`}`;
  throw parameterFault('conflict', 'compensation', `incident ${id} has been compensated by ${was}, which stays`);
}

const concerned = (id: number) => sql`FROM crm.incident_service h
  WHERE h.incident_id = ${id} AND h.had_access AND h.upto_at > h.from_at
    AND NOT EXISTS (SELECT FROM crm.incident_compensation g WHERE g.incident_id = ${id} AND g.service_id = h.service_id)`;

/** Two incidents of an ISP may concern the same services, for the same time. */
const waitForOthers = (tx: Tx, ispId: number) =>
  query(tx, sql`SELECT pg_advisory_xact_lock(hashtext('crm.incident_compensation'), ${ispId}::int)`);

const NO_TIME = sql`'{}'::tstzmultirange`;

/** How many days of 24 hours have begun in a time, whatever its gaps. */
const daysIn = (times: Sql): Sql =>
  sql`(SELECT coalesce(ceil(extract(epoch FROM sum(upper(x.part) - lower(x.part))) / 86400), 0)::int FROM unnest(${times}) AS x (part))`;

/** Days that have begun within the time for which another incident has compensated a service do not count again. */
const readDue = (tx: Tx, id: number): Promise<Due[]> =>
  query<Due>(
    tx,
    sql`SELECT o.service_id AS "serviceId", l.days, CASE WHEN l.days = 0 THEN c.incident_id END AS "coveredBy"
        FROM (SELECT h.service_id, range_agg(tstzrange(h.from_at, h.upto_at)) AS times
            ${concerned(id)} GROUP BY 1 ORDER BY 1 LIMIT ${SLICE}) o
          CROSS JOIN LATERAL (SELECT range_agg(tstzrange(b.from_at, b.upto_at)) AS times, max(b.incident_id) AS incident_id
            FROM crm.incident_compensation g
              JOIN crm.incident_service b ON b.incident_id = g.incident_id AND b.service_id = g.service_id
            WHERE g.service_id = o.service_id AND g.incident_id <> ${id} AND g.kind <> 'None' AND b.had_access
              AND tstzrange(b.from_at, b.upto_at) && o.times) c
          CROSS JOIN LATERAL (SELECT ${daysIn(sql`o.times + coalesce(c.times, ${NO_TIME})`)}
            - ${daysIn(sql`coalesce(c.times, ${NO_TIME})`)} AS days) l
        ORDER BY 1`,
  );

async function countDue(tx: Tx, id: number): Promise<number> {
  const [row] = await query<{ count: number }>(
    tx,
    sql`SELECT count(DISTINCT h.service_id)::int AS count ${concerned(id)}`,
  );
  return row?.count ?? 0;
}

interface Slice {
  readonly slice: readonly Due[];
  readonly left: number;
}

function outcomeOf(changed: Changed, given: ReadonlyMap<number, Compensated>, { slice, left }: Slice): Outcome {
  const accepted = [...given].filter(([id]) => changed.drafts.has(id)).map(([, each]) => each);
  const credits = accepted.flatMap(({ posted }) => posted ?? []);
  const refused = slice.flatMap((each) => {
    const error = refusalOf(changed, each);
    return error === null ? [] : [{ serviceid: each.serviceId, error }];
  });
  const amt = total(credits.map((each) => each.amt)).toFixed(2);
  return { extended: accepted.length - credits.length, credited: credits.length, amt, refused, left };
}
