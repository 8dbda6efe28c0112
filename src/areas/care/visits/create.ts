import { z } from 'zod';
import { badParameter } from '../../../core/fault.ts';
import type { Tx } from '../../../db/database.ts';
import { nextId } from '../../../db/sql.ts';
import { insert } from '../../../db/write.ts';
import { authored, type CareCall } from '../author.ts';
import { clientRef, madeBefore } from '../client-ref.ts';
import { refuseUnseen } from '../sight.ts';
import { findColleague, refuseOthers, type Worker } from '../staff.ts';
import { type Destination, destinationOf, destinationShape, refuseOthersDestination } from './destination.ts';
import { refuseTechnician } from './find.ts';
import { note } from './history.ts';
import { tellOfVisit } from './notices.ts';
import { sendTicketOnVisit } from './ticket.ts';
import { placeShape, visitShape, windowShape } from './vocabulary.ts';
import { bookWindow } from './window.ts';

export const newVisit = z.strictObject({
  ...destinationShape(),
  ...windowShape,
  kind: visitShape.kind.optional(),
  technicianid: visitShape.technicianid.optional(),
  latitude: placeShape.latitude.optional(),
  longitude: placeShape.longitude.optional(),
  note: visitShape.note.optional(),
  client_ref: clientRef().optional(),
});

type NewVisit = z.output<typeof newVisit>;

/** Books a visit to a lead, for a ticket or to a service. Returns its id. */
export async function createVisit(tx: Tx, call: CareCall, input: NewVisit): Promise<number> {
  const { scope, kernel } = call;
  refuseTechnician(scope, 'only dispatchers book visits');
  const made = await madeBefore(tx, call, 'crm.visit', input.client_ref);
  if (made !== undefined) return made;
  refuseHalfPlace(input);
  const destination = await destinationOf(tx, scope, input);
  const { kind: usual, keeperId: _ofTicket, resellerId, ...goesTo } = destination;
  const technician =
    input.technicianid === undefined ? undefined : await findColleague(tx, scope, 'technicianid', input.technicianid);
  const side = sideOf(call, destination, technician);
  if (goesTo.ticketId !== null) await sendTicketOnVisit(tx, call, goesTo.ticketId);
  const { day, hours, latitude = null, longitude = null } = input;
  const window = await bookWindow(tx, call, { side, locationCode: goesTo.locationCode, window: { day, hours } });
  const id = await nextId(tx, 'crm.visit');
  const technicianId = input.technicianid ?? null;
  const row = { id, ...goesTo, ...side, ...window, kind: input.kind ?? usual, technicianId, latitude, longitude };
  insert(tx, 'crm.visit', [{ ...row, note: input.note ?? null, ...authored(call, input.client_ref) }]);
  await refuseUnseen(tx, { what: 'visit', id }, 'technicianid', technicianId);
  const at = kernel.clock.now();
  const visit = { id, ...goesTo, ispId: side.ispId, resellerId };
  const entry = await note(tx, call, { visit, action: 'create', state: 'Booked', technicianId, at });
  tellOfVisit(tx, visit, 'Booked', { id: entry, at });
  return id;
}

/** Whose staff goes there: that of the ticket, of the caller's reseller, or of the technician. */
function sideOf({ scope }: CareCall, destination: Destination, technician: Worker | undefined) {
  const { ispId, keeperId: ofTicket } = destination;
  const keeperId = ofTicket !== undefined ? ofTicket : (scope.resellerId ?? technician?.resellerId ?? null);
  const side = { ispId, keeperId };
  refuseOthers(side, technician ? [technician] : []);
  refuseOthersDestination(keeperId, destination, 'technicianid');
  return side;
}

interface Place {
  readonly latitude?: string | null | undefined;
  readonly longitude?: string | null | undefined;
}

/** @throws Fault of kind `badInput` for one half of a place without the other */
export function refuseHalfPlace({ latitude, longitude }: Place): void {
  const isGiven = (half: unknown) => half !== undefined && half !== null;
  if (isGiven(latitude) && !isGiven(longitude)) throw badParameter('longitude', 'is required with latitude');
  if (isGiven(longitude) && !isGiven(latitude)) throw badParameter('latitude', 'is required with longitude');
}
