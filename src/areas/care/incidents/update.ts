import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { Fault, parameterFault } from '../../../core/fault.ts';
import { definedFields } from '../../../core/records/updates.ts';
import { updated } from '../../../core/tenancy/scope.ts';
import { INCIDENTS_AHEAD } from '../../../core/vocabulary/incident.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { update } from '../../../db/write.ts';
import { refuseEndBefore, refuseLongAgo } from './create.ts';
import { lockIncident } from './find.ts';
import type { IncidentStatus } from './life-cycle.ts';
import { incidentShape } from './vocabulary.ts';

export const incidentChange = z.strictObject({
  id: wire.id(),
  kind: incidentShape.kind.optional(),
  title: incidentShape.title.optional(),
  text_en: incidentShape.text_en.nullable().optional(),
  text_hi: incidentShape.text_hi.nullable().optional(),
  starts_at: incidentShape.starts_at.optional(),
  expected_at: incidentShape.expected_at.nullable().optional(),
  hold_dunning: incidentShape.hold_dunning.optional(),
});

/** Changes what is told of an incident. When it began is what its services are compensated for, so that stays once it is open. */
export async function updateIncident(
  tx: Tx,
  { scope, kernel }: Call,
  input: z.output<typeof incidentChange>,
): Promise<'done'> {
  const { id, text_en: textEn, text_hi: textHi, starts_at: startsAt, expected_at: expectedAt, ...fields } = input;
  const { hold_dunning: holdDunning, kind, title } = fields;
  const incident = await lockIncident(tx, scope, id);
  const ahead: readonly IncidentStatus[] = INCIDENTS_AHEAD;
  if (incident.status === 'Resolved' || incident.status === 'Dismissed')
    throw new Fault('conflict', `incident ${id} is ${incident.status} and does not change any more`);
  if (startsAt !== undefined && !ahead.includes(incident.status))
    throw parameterFault('conflict', 'starts_at', `stays: incident ${id} is ${incident.status}`);
  if (startsAt !== undefined) refuseLongAgo(startsAt, kernel.clock.now());
  refuseEndBefore(startsAt ?? incident.startsAt, expectedAt === undefined ? incident.expectedAt : expectedAt);
  const changes = definedFields({ kind, title, textEn, textHi, startsAt, expectedAt, holdDunning });
  update(tx, 'crm.incident', [{ id, ...changes, ...updated(scope) }]);
  return 'done';
}
