import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { badParameter, Fault, parameterFault } from '../../../core/fault.ts';
import { updated } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
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
  const [slice, due] = [await readDue(tx, id), await countDue(tx, id)];
  const given = new Map<number, Compensated>();
  const serviceIds = slice.map(({ serviceId }) => serviceId);
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

const readDue = (tx: Tx, id: number): Promise<Due[]> =>
  query<Due>(
    tx,
    sql`SELECT h.service_id AS "serviceId", ceil(extract(epoch FROM sum(h.upto_at - h.from_at)) / 86400)::int AS days
        ${concerned(id)} GROUP BY 1 ORDER BY 1 LIMIT ${SLICE}`,
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
  const refused = slice.flatMap(({ serviceId: serviceid }) => {
    const error = refusalOf(changed, serviceid);
    return error === null ? [] : [{ serviceid, error }];
  });
  const amt = total(credits.map((each) => each.amt)).toFixed(2);
  return { extended: accepted.length - credits.length, credited: credits.length, amt, refused, left };
}
