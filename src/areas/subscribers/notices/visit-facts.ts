import type { VisitTrigger } from '../../../core/vocabulary/notice.ts';
import { type Sql, sql } from '../../../db/sql.ts';

/** Whether a notice still holds for the visit `h` when it is sent. */
export const HOLDS_FOR_VISIT: Readonly<Record<VisitTrigger, (now: Date) => Sql>> = {
  visit_booked: (now) => sql`h.state = 'Booked' AND h.ends_at > ${now}::timestamptz`,
  visit_on_way: () => sql`h.state = 'OnWay'`,
  visit_cancelled: (now) => sql`h.state = 'Cancelled' AND h.ends_at > ${now}::timestamptz`,
};

/** The first name of technician `w`, as far as the ISP has entered it. A username is no name for subscribers. */
export const technicianName = sql`split_part(btrim(w.name), ' ', 1)`;
