import { parameterFault } from '../../../../core/fault.ts';
import { inWords } from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { query, sql } from '../../../../db/sql.ts';
import type { Side } from '../../staff.ts';
import { USES_PLACE } from '../life-cycle.ts';
import type { Window } from '../vocabulary.ts';
import { isOfPlace } from './of-place.ts';
import { type Weekday, weekdayOf } from './weekdays.ts';

interface Slot {
  readonly hours: string;
  readonly weekdays: readonly Weekday[];
  readonly capacity: number;
}

/**
 * Checks that the window has a free place, and keeps others from taking it before the commit: two bookings lock the same slots, so
 * the second counts the visit of the first. Where nobody has set slots, any window will do.
 * @throws Fault of kind `conflict` if the window is not one of those, or is full
 */
export async function takePlace(tx: Tx, side: Side, locationCode: string | null, window: Window): Promise<void> {
  const ofPlace = { ...side, locationCode };
  const slots = await query<Slot>(
    tx,
    sql`SELECT o.hours, o.weekdays, o.capacity FROM crm.visit_slot o WHERE ${isOfPlace('o', ofPlace)}
        ORDER BY o.id FOR NO KEY UPDATE`,
  );
  if (slots.length === 0) return;
  const { day, hours } = window;
  const offered = slots.filter(({ weekdays }) => weekdays.includes(weekdayOf(day)));
  const slot = offered.find((each) => each.hours === hours);
  if (!slot) {
    const choices = offered.length === 0 ? 'no visits are booked' : `choose ${inWords(offered.map((o) => o.hours))}`;
    throw parameterFault('conflict', 'hours', `is not a window of ${day}; ${choices} on that day`);
  }
  const [row] = await query<{ taken: number }>(
    tx,
    sql`SELECT count(*)::int AS taken FROM crm.visit v
        WHERE v.isp_id = ${side.ispId} AND v.keeper_id IS NOT DISTINCT FROM ${side.keeperId}::int
          AND v.location_code IS NOT DISTINCT FROM ${locationCode}::text
          AND v.day = ${day}::date AND v.hours = ${hours} AND v.state = ANY(${[...USES_PLACE]}::text[])`,
  );
  if ((row?.taken ?? 0) >= slot.capacity)
    throw parameterFault('conflict', 'hours', `has no place left on ${day}; choose another window`);
}
