import type { TicketTrigger } from '../../../core/vocabulary/notice.ts';
import { type Sql, sql } from '../../../db/sql.ts';

/**
 * By when a ticket `k` is to be resolved: what the ISP has promised, or what the law sets, whichever is earlier and still ahead.
 * The law's limit is the first instant after its last day, which nobody would read as that day.
 */
export const expectedBy = (now: Date): Sql => sql`least(
    CASE WHEN k.resolve_by >= ${now}::timestamptz THEN k.resolve_by END,
    CASE WHEN k.legal_by > ${now}::timestamptz THEN k.legal_by - interval '1 minute' END)`;

const PENDING = sql`('New', 'Open', 'Waiting', 'Referred', 'Visit')`;

/** Whether a notice still holds for the ticket `k`, or for its appeal `a`, when it is sent. */
export const HOLDS_FOR_TICKET: Readonly<Record<TicketTrigger, Sql>> = {
  // Also of one that was resolved at once: the subscriber has to learn its docket.
  ticket_created: sql`k.id IS NOT NULL`,
  ticket_waiting: sql`k.status = 'Waiting'`,
  ticket_resolved: sql`k.status IN ('Resolved', 'Closed')`,
  ticket_reopened: sql`k.status IN ${PENDING}`,
  appeal_filed: sql`a.status IN ('Filed', 'Acknowledged')`,
  appeal_decided: sql`a.status IN ('Upheld', 'Rejected')`,
};
