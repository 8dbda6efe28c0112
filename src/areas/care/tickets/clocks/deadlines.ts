import { zoneOfIsp } from '../../../../core/tenancy/isp-zone.ts';
import { addDays, dayOf, endOfDay } from '../../../../core/zone.ts';
import type { Tx } from '../../../../db/database.ts';
import { query, sql } from '../../../../db/sql.ts';
import type { Changes } from '../../../../db/write.ts';
import type { Ticket } from '../find.ts';
import type { TicketStatus } from '../life-cycle.ts';
import type { Priority } from '../vocabulary.ts';
import { calendarOf, type Week } from './calendar.ts';
import { addWorkingTime, type Calendar, workingTimeBetween } from './working-time.ts';

/** What decides how long a ticket may take. */
interface Clocked {
  readonly ispId: number;
  readonly serviceId: number | null;
  readonly categoryId: number;
  readonly priority: Priority;
  readonly createdAt: Date;
}

interface Limits {
  readonly respondMinutes: number | null;
  readonly resolveMinutes: number | null;
}

type Deadlines = Pick<Ticket, 'respondBy' | 'resolveBy'>;

/** By when a ticket must be answered and resolved. `pausedSeconds` of working time do not count. */
export async function deadlinesOf(tx: Tx, ticket: Clocked, pausedSeconds = 0): Promise<Deadlines> {
  const [limits] = await query<Limits>(
    tx,
    sql`SELECT a.respond_minutes AS "respondMinutes", a.resolve_minutes AS "resolveMinutes" FROM crm.ticket_sla a
        WHERE a.category_id = ${ticket.categoryId} AND a.priority = ${ticket.priority}`,
  );
  if (!limits) return { respondBy: null, resolveBy: null };
  const calendar = await calendarFor(tx, ticket);
  const after = (minutes: number | null) =>
    minutes === null ? null : addWorkingTime(calendar, ticket.createdAt, (minutes * 60 + pausedSeconds) * 1000);
  return { respondBy: after(limits.respondMinutes), resolveBy: after(limits.resolveMinutes) };
}

type Row = Week & { readonly locationCode: string | null; readonly holidays: readonly string[] };

/** The hours of the service's location, or else of the ISP. The holidays of the ISP hold everywhere. Null: none are set. */
async function calendarFor(
  tx: Tx,
  { ispId, serviceId }: Pick<Clocked, 'ispId' | 'serviceId'>,
): Promise<Calendar | null> {
  const rows = await query<Row>(
    tx,
    sql`SELECT k.location_code AS "locationCode", k.mon, k.tue, k.wed, k.thu, k.fri, k.sat, k.sun, k.holidays
        FROM crm.ticket_calendar k WHERE k.isp_id = ${ispId} AND (k.location_code IS NULL
          OR k.location_code = (SELECT s.location_code FROM crm.service s WHERE s.id = ${serviceId}::integer))
        ORDER BY k.location_code NULLS LAST`,
  );
  const [nearest] = rows;
  if (!nearest) return null;
  const holidays = rows.flatMap((row) => row.holidays);
  return calendarOf(nearest, await zoneOfIsp(tx, ispId), holidays);
}

/** Waiting for the subscriber pauses the clocks, a resolution stops them until the ticket is reopened. */
const STOPPED: readonly TicketStatus[] = ['Waiting', 'Resolved'];

type FiledAt = Pick<Clocked, 'ispId' | 'createdAt'>;

/** The end of the last of so many days, the day of filing not counted: what the law sets has no working time and no pauses. */
export async function endOfDays(tx: Tx, { ispId, createdAt }: FiledAt, days: number): Promise<Date> {
  const zone = await zoneOfIsp(tx, ispId);
  return endOfDay(addDays(dayOf(createdAt, zone), days), zone);
}

/** The same of the days of a category, which may have none. */
export const legalLimit = async (tx: Tx, filed: FiledAt, days: number | null): Promise<Date | null> =>
  days === null ? null : endOfDays(tx, filed, days);

/** What a move does to the clocks. */
export async function clocksAfter(tx: Tx, ticket: Ticket, to: TicketStatus, now: Date): Promise<Changes<'crm.ticket'>> {
  if (STOPPED.includes(to)) return { pausedAt: ticket.pausedAt ?? now };
  if (ticket.pausedAt === null || to !== 'Open') return {};
  const calendar = await calendarFor(tx, ticket);
  const { pausedAt, firstReplyAt, respondBy, resolveBy } = ticket;
  const paused = Math.round(workingTimeBetween(calendar, pausedAt, now) / 1000);
  const moved = (by: Date | null) => by && resumed(calendar, by, { pausedAt, now });
  return {
    pausedAt: null,
    pausedSeconds: ticket.pausedSeconds + paused,
    respondBy: firstReplyAt === null ? moved(respondBy) : respondBy,
    resolveBy: moved(resolveBy),
  };
}

interface Pause {
  readonly pausedAt: Date;
  readonly now: Date;
}

/** The deadline with as much working time left as before the pause. One that was missed before it stays. */
export function resumed(calendar: Calendar | null, by: Date, { pausedAt, now }: Pause): Date | null {
  const left = workingTimeBetween(calendar, pausedAt, by);
  return left === 0 ? by : addWorkingTime(calendar, now, left);
}
