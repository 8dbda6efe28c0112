import { badParameter } from '../../../core/fault.ts';
import { zoneOfIsp } from '../../../core/tenancy/isp-zone.ts';
import { endOfDay, parseTimestamp } from '../../../core/zone.ts';
import type { Tx } from '../../../db/database.ts';
import type { CareCall } from '../author.ts';
import type { Side } from '../staff.ts';
import { takePlace } from './slots/take-place.ts';
import type { Window } from './vocabulary.ts';

interface Booking {
  readonly side: Side;
  readonly locationCode: string | null;
  readonly window: Window;
}

/** Takes a place of the window. Returns the columns of the visit. @throws Fault of kind `conflict` if none is free */
export async function bookWindow(tx: Tx, { kernel }: CareCall, { side, locationCode, window }: Booking) {
  const { startsAt, endsAt } = instantsOf(window, await zoneOfIsp(tx, side.ispId));
  if (endsAt <= kernel.clock.now()) throw badParameter('day', 'must not be over: the window has ended');
  await takePlace(tx, side, locationCode, window);
  return { ...window, startsAt, endsAt };
}

/** The first instant of the window, and the first after it. */
export function instantsOf({ day, hours }: Window, zone: string): { startsAt: Date; endsAt: Date } {
  const [from = '', upto = ''] = hours.split('-');
  const at = (clock: string) => (clock === '24:00' ? endOfDay(day, zone) : parseTimestamp(`${day} ${clock}:00`, zone));
  const [startsAt, endsAt] = [at(from), at(upto)];
  // In an hour that a change of clocks leaves out.
  if (!startsAt || !endsAt || startsAt >= endsAt) throw badParameter('hours', `is no time of ${day}`);
  return { startsAt, endsAt };
}
