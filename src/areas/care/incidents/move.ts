import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { badParameter } from '../../../core/fault.ts';
import { updated } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { execute, sql } from '../../../db/sql.ts';
import { type Changes, update } from '../../../db/write.ts';
import { type Incident, lockIncident } from './find.ts';
import { INCIDENT_REPORTS, INCIDENT_STATUSES, refuseOtherStatus, statusAfter } from './life-cycle.ts';
import { linkTickets } from './link-tickets.ts';
import { refuseOutside } from './members.ts';
import { noteConcerned } from './open.ts';
import { resolveTickets } from './resolve-tickets.ts';
import { shownCount } from './vocabulary.ts';

export const incidentMove = z.strictObject({
  id: wire.id(),
  status: wire.described('when absent, any that allows the move', wire.oneOf(INCIDENT_STATUSES)).optional(),
  report: wire.oneOf(INCIDENT_REPORTS),
  count: wire.described('when absent, however many there are', shownCount()).optional(),
  ended_at: wire.described('when absent, now', wire.timestamp()).optional(),
  reason: wire.text(1000).optional(),
});

type IncidentMove = z.output<typeof incidentMove>;

/** Reports what became of an incident, which moves it to its next status. */
export async function moveIncident(tx: Tx, call: Call, input: IncidentMove): Promise<'done'> {
  refuseUnfit(input);
  const { scope } = call;
  const incident = await lockIncident(tx, scope, input.id);
  refuseOtherStatus(incident, input.status);
  const status = statusAfter(incident, input.report);
  const changes = await effectOf(tx, call, incident, input);
  update(tx, 'crm.incident', [{ id: incident.id, status, ...changes, ...updated(scope) }]);
  if (input.report === 'open') await linkTickets(tx, [incident.id]);
  return 'done';
}

function refuseUnfit({ report, count, ended_at: endedAt, reason }: IncidentMove): void {
  if (count !== undefined && report !== 'open') throw badParameter('count', 'applies only when report is open');
  if (endedAt !== undefined && report !== 'resolve')
    throw badParameter('ended_at', 'applies only when report is resolve');
  if (reason !== undefined && report !== 'resolve' && report !== 'dismiss')
    throw badParameter('reason', 'applies only when report is resolve or dismiss');
}

async function effectOf(
  tx: Tx,
  call: Call,
  incident: Incident,
  { report, count, ended_at: given, ...said }: IncidentMove,
): Promise<Changes<'crm.incident'>> {
  const now = call.kernel.clock.now();
  const reason = said.reason ?? null;
  switch (report) {
    case 'open': {
      // Planned work that begins early.
      const startsAt = incident.startsAt > now ? now : incident.startsAt;
      const services = await noteConcerned(tx, { ...incident, startsAt }, count);
      return { startsAt, services, openedAt: now, openedBy: call.scope.by };
    }
    case 'resolve': {
      const endedAt = given ?? now;
      refuseOutside('ended_at', endedAt, { incident, now });
      await endConcern(tx, incident.id, endedAt);
      const isDone = await resolveTickets(tx, { incidentId: incident.id, by: call.scope.by, now });
      return { endedAt, reason, ticketsDoneAt: isDone ? now : null };
    }
    case 'dismiss':
      return { reason };
    default:
      return {};
  }
}

/** Those that had returned before keep their end. */
const endConcern = (tx: Tx, id: number, endedAt: Date) =>
  execute(
    tx,
    sql`UPDATE crm.incident_service h SET upto_at = greatest(h.from_at, ${endedAt}::timestamptz)
        WHERE h.incident_id = ${id} AND h.upto_at IS NULL`,
  );
