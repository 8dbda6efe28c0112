import { z } from 'zod';
import { badParameter } from '../../../core/fault.ts';
import { updated } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { type Changes, update } from '../../../db/write.ts';
import type { CareCall } from '../author.ts';
import { clientRef, madeBefore } from '../client-ref.ts';
import { refuseHalfPlace } from './create.ts';
import { lockVisit, refuseTechnician, type Visit } from './find.ts';
import { note } from './history.ts';
import { reportToLead } from './lead.ts';
import { refuseMove, TECHNICIANS, VISIT_STATES } from './life-cycle.ts';
import { bindDevice } from './mac.ts';
import { tellOfVisit } from './notices.ts';
import { sendTicketOnVisit, takeTicketBack } from './ticket.ts';
import { deviceShape, LEAD_REPORTS, placeShape, windowShape } from './vocabulary.ts';
import { bookWindow } from './window.ts';

export const visitMove = z.strictObject({
  id: wire.id(),
  state: wire.oneOf(VISIT_STATES),
  report: wire.oneOf(LEAD_REPORTS).optional(),
  reason: wire.text(1000).optional(),
  outcome: wire.text(1000).optional(),
  mac: wire.mac().optional(),
  serial: deviceShape.serial.optional(),
  optical_dbm: deviceShape.optical_dbm.optional(),
  latitude: placeShape.latitude.optional(),
  longitude: placeShape.longitude.optional(),
  day: windowShape.day.optional(),
  hours: windowShape.hours.optional(),
  done_at: wire.described('when absent, now', wire.timestamp()).optional(),
  client_ref: clientRef().optional(),
});

type VisitMove = z.output<typeof visitMove>;

/** Moves a visit to its next state, with what that brings about. Returns the id of the entry in its history. */
export async function moveVisit(tx: Tx, call: CareCall, input: VisitMove): Promise<number> {
  const { scope } = call;
  if (!TECHNICIANS.includes(input.state)) refuseTechnician(scope, 'only dispatchers book and cancel visits');
  const made = await madeBefore(tx, call, 'crm.visit_event', input.client_ref);
  if (made !== undefined) return made;
  refuseUnfit(input);
  const at = momentOf(call, input);
  const visit = await lockVisit(tx, scope, input.id);
  refuseMove(visit, input.state);
  const changes = await carryOut(tx, call, visit, { input, at });
  const { latitude, longitude, state } = input;
  const place = latitude === undefined || longitude === undefined ? {} : { latitude, longitude };
  update(tx, 'crm.visit', [{ id: visit.id, state, ...place, ...changes, ...updated(scope) }]);
  const { technicianId } = visit;
  const text = input.reason ?? input.outcome;
  const moved = { visit, action: 'move', state, technicianId, at, text, clientRef: input.client_ref } as const;
  const entry = await note(tx, call, moved);
  tellOfVisit(tx, visit, state, { id: entry, at: call.kernel.clock.now() });
  return entry;
}

/** What only one state takes. */
const ONLY: Readonly<Partial<Record<keyof VisitMove, VisitMove['state']>>> = {
  ...{ report: 'Done', outcome: 'Done', mac: 'Done', serial: 'Done', optical_dbm: 'Done' },
  ...{ day: 'Booked', hours: 'Booked' },
};

/** @throws Fault of kind `badInput` for a parameter that the state does not take, or lacks */
function refuseUnfit(input: VisitMove): void {
  const { state, reason, report } = input;
  for (const [name, only] of Object.entries(ONLY))
    if (input[name as keyof VisitMove] !== undefined && state !== only)
      throw badParameter(name, `applies only when state is ${only}`);
  for (const name of ['day', 'hours'] as const)
    if (state === 'Booked' && input[name] === undefined) throw badParameter(name, 'is required when state is Booked');
  if (state === 'Failed' && reason === undefined) throw badParameter('reason', 'is required when state is Failed');
  if (reason !== undefined && report === undefined && state !== 'Failed' && state !== 'Cancelled')
    throw badParameter('reason', 'applies only when state is Failed or Cancelled, and to a report');
  refuseHalfPlace(input);
}

/** How long a phone may have been without a connection. */
const MAX_HOURS = 72;
/** Clocks of phones are not exact. */
const AHEAD_MS = 5 * 60_000;

/** @throws Fault of kind `badInput` for an instant that is too long ago, or to come */
function momentOf({ kernel }: CareCall, { done_at: doneAt }: VisitMove): Date {
  const now = kernel.clock.now();
  if (doneAt === undefined) return now;
  if (doneAt.getTime() > now.getTime() + AHEAD_MS) throw badParameter('done_at', 'must not be in the future');
  if (doneAt.getTime() < now.getTime() - MAX_HOURS * 3_600_000)
    throw badParameter('done_at', `must be at most ${MAX_HOURS} hours ago`);
  return doneAt < now ? doneAt : now;
}

interface Moving {
  readonly input: VisitMove;
  readonly at: Date;
}

/** What the move does to others; returns what the visit notes about it. */
async function carryOut(tx: Tx, call: CareCall, visit: Visit, { input, at }: Moving): Promise<Changes<'crm.visit'>> {
  const { reason } = input;
  switch (input.state) {
    case 'OnWay':
      return { onWayAt: at };
    case 'Started':
      return { startedAt: at };
    case 'Done':
      return finish(tx, call, visit, { input, at });
    case 'Booked':
      return bookAgain(tx, call, visit, input);
    default:
      await takeTicketBack(tx, call, visit, `Visit ${visit.id}, ${input.state}: ${reason ?? ''}`.replace(/: $/, ''));
      return { endedAt: at, reason: reason ?? null };
  }
}

async function finish(tx: Tx, call: CareCall, visit: Visit, { input, at }: Moving): Promise<Changes<'crm.visit'>> {
  const { report, reason, outcome, mac, serial, optical_dbm: opticalDbm } = input;
  await reportToLead(tx, call, visit, { report, reason });
  if (mac !== undefined) await bindDevice(tx, call, visit, mac);
  await takeTicketBack(tx, call, visit, `Visit ${visit.id}, Done${outcome === undefined ? '' : `: ${outcome}`}`);
  const found = { report: report ?? null, reason: reason ?? null, outcome: outcome ?? null, mac: mac ?? null };
  const device = { ...(serial === undefined ? {} : { serial }), ...(opticalDbm === undefined ? {} : { opticalDbm }) };
  return { endedAt: at, ...found, ...device };
}

/** After it failed: as a new booking, of the same staff. */
async function bookAgain(tx: Tx, call: CareCall, visit: Visit, input: VisitMove): Promise<Changes<'crm.visit'>> {
  const { day = visit.day, hours = visit.hours } = input;
  if (visit.ticketId !== null) await sendTicketOnVisit(tx, call, visit.ticketId);
  const booking = { side: visit, locationCode: visit.locationCode, window: { day, hours } };
  const window = await bookWindow(tx, call, booking);
  return { ...window, onWayAt: null, startedAt: null, endedAt: null, reason: null };
}
