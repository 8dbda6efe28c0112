import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { badParameter } from '../../../core/fault.ts';
import { updated } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { execute, sql } from '../../../db/sql.ts';
import { update } from '../../../db/write.ts';
import { refuseOtherServices } from './filter.ts';
import { type Incident, lockIncident, refuseNotRunning } from './find.ts';
import { linkTickets } from './link-tickets.ts';
import { countNoted } from './open.ts';
import { MAX_NAMED } from './vocabulary.ts';

const named = { id: wire.id(), serviceids: wire.csv(wire.id(), { max: MAX_NAMED }) };

export const addedServices = z.strictObject({
  ...named,
  from: wire.described('when absent, now', wire.timestamp()).optional(),
});
export const removedServices = z.strictObject({
  ...named,
  upto: wire.described('when absent, now', wire.timestamp()).optional(),
});

/** How many services it was done for: the others were in the incident already, or no longer. */
export const changedServices = wire.count();

/** Has an open incident concern more services. One that has returned is lost again from the end of the time before. */
export async function addServices(
  tx: Tx,
  { scope, kernel }: Call,
  input: z.output<typeof addedServices>,
): Promise<number> {
  const { id, serviceids, from = kernel.clock.now() } = input;
  const incident = await lockIncident(tx, scope, id);
  refuseNotRunning(incident);
  refuseOutside('from', from, { incident, now: kernel.clock.now() });
  await refuseOtherServices(tx, incident.ispId, serviceids);
  const added = await execute(
    tx,
    sql`INSERT INTO crm.incident_service (isp_id, incident_id, service_id, from_at, had_access)
        SELECT s.isp_id, ${id}::int, s.id, greatest(${from}::timestamptz, (SELECT max(b.upto_at)
            FROM crm.incident_service b WHERE b.incident_id = ${id} AND b.service_id = s.id)), s.status IN ('Active', 'NP')
        FROM crm.service s
        WHERE s.isp_id = ${incident.ispId} AND s.id = ANY(${[...serviceids]}::int[]) AND s.status <> 'NewRequest'
          AND NOT EXISTS (SELECT FROM crm.incident_service o
            WHERE o.incident_id = ${id} AND o.service_id = s.id AND o.upto_at IS NULL)
        ORDER BY s.id`,
  );
  update(tx, 'crm.incident', [{ id, services: await countNoted(tx, id), ...updated(scope) }]);
  await linkTickets(tx, [id]);
  return added;
}

/** Notes that services have returned before the others. With the start of the incident as the end, they were never concerned. */
export async function removeServices(
  tx: Tx,
  { scope, kernel }: Call,
  input: z.output<typeof removedServices>,
): Promise<number> {
  const { id, serviceids, upto = kernel.clock.now() } = input;
  const incident = await lockIncident(tx, scope, id);
  refuseNotRunning(incident);
  refuseOutside('upto', upto, { incident, now: kernel.clock.now() });
  await refuseOtherServices(tx, incident.ispId, serviceids);
  const removed = await execute(
    tx,
    sql`UPDATE crm.incident_service h SET upto_at = greatest(h.from_at, ${upto}::timestamptz)
        WHERE h.incident_id = ${id} AND h.service_id = ANY(${[...serviceids]}::int[]) AND h.upto_at IS NULL`,
  );
  update(tx, 'crm.incident', [{ id, ...updated(scope) }]);
  return removed;
}

interface Bounds {
  readonly incident: Pick<Incident, 'startsAt'>;
  readonly now: Date;
}

/** @throws Fault of kind `badInput` for an instant before the incident or in the future */
export function refuseOutside(parameter: string, at: Date, { incident, now }: Bounds): void {
  if (at < incident.startsAt) throw badParameter(parameter, 'must not be before the incident starts');
  if (at > now) throw badParameter(parameter, 'must not be in the future');
}
