import { z } from 'zod';
import { badParameter, parameterFault } from '../../../core/fault.ts';
import { definedFields } from '../../../core/records/updates.ts';
import { updated } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { update } from '../../../db/write.ts';
import type { CareCall } from '../author.ts';
import { refuseUnseen } from '../sight.ts';
import { findColleague, refuseOthers } from '../staff.ts';
import { refuseHalfPlace } from './create.ts';
import { lockVisit, refuseTechnician, type Visit } from './find.ts';
import { note } from './history.ts';
import { isPending } from './life-cycle.ts';
import { tellOfVisit } from './notices.ts';
import { deviceShape, placeShape, visitShape, windowShape } from './vocabulary.ts';
import { bookWindow } from './window.ts';

export const visitEdit = z.strictObject({
  id: wire.id(),
  kind: visitShape.kind.optional(),
  day: windowShape.day.optional(),
  hours: windowShape.hours.optional(),
  technicianid: visitShape.technicianid.nullable().optional(),
  latitude: placeShape.latitude.nullable().optional(),
  longitude: placeShape.longitude.nullable().optional(),
  note: visitShape.note.nullable().optional(),
  serial: deviceShape.serial.nullable().optional(),
  optical_dbm: deviceShape.optical_dbm.nullable().optional(),
});

type VisitEdit = z.output<typeof visitEdit>;

const DISPATCHERS = ['kind', 'day', 'hours', 'technicianid', 'note'] as const;

/** Changes a visit, or who goes there and when. What was found there can be corrected after it has ended. */
export async function editVisit(tx: Tx, call: CareCall, input: VisitEdit): Promise<'done'> {
  const { scope, kernel } = call;
  const {
    id,
    kind,
    technicianid: technicianId,
    latitude,
    longitude,
    note: text,
    serial,
    optical_dbm: opticalDbm,
  } = input;
  if (DISPATCHERS.some((name) => input[name] !== undefined))
    refuseTechnician(scope, 'only dispatchers change what a visit is for, who goes there and when');
  refuseHalfPlace(input);
  if ((latitude === null) !== (longitude === null)) throw badParameter('latitude', 'must be emptied with longitude');
  const visit = await lockVisit(tx, scope, id);
  refuseEnded(visit, input);
  if (typeof technicianId === 'number')
    refuseOthers(visit, [await findColleague(tx, scope, 'technicianid', technicianId)]);
  const window = await windowAfter(tx, call, visit, input);
  const fields = { kind, technicianId, latitude, longitude, note: text, serial, opticalDbm };
  update(tx, 'crm.visit', [{ id, ...definedFields(fields), ...window, ...updated(scope) }]);
  await refuseUnseen(tx, { what: 'visit', id }, 'technicianid', technicianId ?? null);
  const goes = technicianId === undefined ? visit.technicianId : technicianId;
  const at = kernel.clock.now();
  const entry = await note(tx, call, { visit, action: 'edit', state: visit.state, technicianId: goes, at });
  if ('day' in window) tellOfVisit(tx, visit, 'Booked', { id: entry, at });
  return 'done';
}

/** @throws Fault of kind `conflict` for a change of what has been carried out */
function refuseEnded({ id, state }: Visit, input: VisitEdit): void {
  const asked = DISPATCHERS.find((name) => input[name] !== undefined);
  if (asked && !isPending(state)) throw parameterFault('conflict', asked, `visit ${id} is ${state}`);
  if (state === 'Cancelled') throw parameterFault('conflict', 'id', `visit ${id} is Cancelled`);
}

async function windowAfter(tx: Tx, call: CareCall, visit: Visit, { day, hours }: VisitEdit) {
  const window = { day: day ?? visit.day, hours: hours ?? visit.hours };
  if (window.day === visit.day && window.hours === visit.hours) return {};
  const parameter = day === undefined ? 'hours' : 'day';
  if (visit.state !== 'Booked')
    throw parameterFault('conflict', parameter, `visit ${visit.id} is ${visit.state}; its window stays`);
  return bookWindow(tx, call, { side: visit, locationCode: visit.locationCode, window });
}
