import { addDays } from '../../../../core/zone.ts';
import type { Draft } from './draft.ts';
import type { Day } from './subscription.ts';

/**
 * The day on which a change is booked: that on which it happens. What catches up on days whose books are closed is booked on the
 * first open day, so a closed month never changes.
 */
export const bookingDayOf = ({ context: { today }, isp }: Pick<Draft, 'context' | 'isp'>): Day => openDay(today, isp);

/** A day, or the first open one after it. */
export const openDay = (day: Day, { booksClosedUpto: closed }: Pick<Draft['isp'], 'booksClosedUpto'>): Day =>
  closed !== null && day <= closed ? addDays(closed, 1) : day;
