import { z } from 'zod';
import type { Call } from '../../../../core/call.ts';
import { notFound } from '../../../../core/fault.ts';
import { column, defineList, exact, PAGED, stampColumns } from '../../../../core/list/index.ts';
import { ispOfNew, ispShape } from '../../../../core/tenancy/owner.ts';
import { created, owned, updated } from '../../../../core/tenancy/scope.ts';
import * as wire from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { execute, sql } from '../../../../db/sql.ts';
import { refuseReseller } from '../categories/create.ts';
import { interval, refuseOverlaps } from './calendar.ts';

const texts = () => wire.csv(wire.shown(), { min: 0 });

export const ticketCalendars = defineList({
  from: 'crm.ticket_calendar k',
  key: 'k.id',
  scope: { isp: 'k.isp_id' },
  columns: {
    id: column(wire.id(), 'k.id'),
    ispid: column(wire.id(), 'k.isp_id'),
    location_code: column(wire.shown().nullable(), 'k.location_code'),
    mon: column(texts(), 'k.mon'),
    tue: column(texts(), 'k.tue'),
    wed: column(texts(), 'k.wed'),
    thu: column(texts(), 'k.thu'),
    fri: column(texts(), 'k.fri'),
    sat: column(texts(), 'k.sat'),
    sun: column(texts(), 'k.sun'),
    holidays: column(texts(), 'k.holidays'),
    ...stampColumns('k'),
  },
  filters: { ispid: exact(wire.id(), 'k.isp_id'), location_code: exact(wire.code(), 'k.location_code') },
  paging: PAGED,
  sort: { id: 'k.id' },
  defaultSort: 'id',
});

const hours = () => wire.csv(interval(), { min: 0, max: 10 }).optional();

export const calendarSetting = z.strictObject({
  ...ispShape(),
  location_code: wire.described('when absent, the whole ISP', wire.code()).optional(),
  ...{ mon: hours(), tue: hours(), wed: hours(), thu: hours(), fri: hours(), sat: hours(), sun: hours() },
  holidays: wire.csv(wire.ymd(), { min: 0, max: 500 }).optional(),
});

/** Sets the working time of the ISP, or of one of its locations, for deadlines to come. Returns the id of the calendar. */
export async function setCalendar(tx: Tx, { scope }: Call, input: z.output<typeof calendarSetting>): Promise<number> {
  refuseReseller(scope);
  const { mon = [], tue = [], wed = [], thu = [], fri = [], sat = [], sun = [] } = input;
  const week = { mon, tue, wed, thu, fri, sat, sun };
  refuseOverlaps(week);
  const ispId = await ispOfNew(tx, scope, input);
  const { location_code: locationCode = null, holidays = [] } = input;
  // Of two calls at once, the second finds the calendar of the first.
  await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended(${`crm.ticket_calendar ${ispId}`}, 0))`);
  if (locationCode !== null && (await tx.location.count({ where: { ispId, code: locationCode } })) === 0)
    throw notFound('location', locationCode);
  const stored = await tx.ticketCalendar.findFirst({ where: { ispId, locationCode }, select: { id: true } });
  const data = { ...week, holidays };
  if (stored) {
    await tx.ticketCalendar.update({ where: stored, data: { ...data, ...updated(scope) } });
    return stored.id;
  }
  const row = { ispId, locationCode, ...data, ...created(scope) };
  return (await tx.ticketCalendar.create({ data: row, select: { id: true } })).id;
}

/** Deadlines that are set stay. Without any calendar, the staff works day and night. */
export async function deleteCalendar(tx: Tx, { scope }: Call, id: number): Promise<'done'> {
  refuseReseller(scope);
  const { count } = await tx.ticketCalendar.deleteMany({ where: { id, ...owned(scope) } });
  if (count === 0) throw notFound('calendar', id);
  return 'done';
}
