import { parameterFault } from '../../../../core/fault.ts';
import type { Tx } from '../../../../db/database.ts';
import { query, sql } from '../../../../db/sql.ts';
import { endOfDays } from '../clocks/deadlines.ts';
import type { Ticket } from '../find.ts';
import { ENDED } from '../life-cycle.ts';

type Timed = Pick<Ticket, 'status' | 'legalBy' | 'resolvedAt'>;

interface Moment {
  /** The setting `appeal_days`; 0: no limit. */
  readonly days: number;
  readonly now: Date;
}

const DAY_MS = 86_400_000;
/** TRAI's grievance FAQ: an appellate authority decides within 39 days. */
const DECISION_DAYS = 39;

/** May the subscriber appeal now, as far as the ticket decides it? */
export const isAppealable = (ticket: Timed, moment: Moment): boolean =>
  isResolved(ticket) ? !isTooLate(ticket, moment) : isOverdue(ticket, moment);

const isResolved = ({ status }: Timed): boolean => status === 'Resolved' || status === 'Closed';

const isTooLate = ({ resolvedAt }: Timed, { days, now }: Moment): boolean =>
  days > 0 && resolvedAt !== null && resolvedAt.getTime() + days * DAY_MS < now.getTime();

const isOverdue = ({ status, legalBy }: Timed, { now }: Moment): boolean =>
  !ENDED.includes(status) && legalBy !== null && legalBy <= now;

/** @throws Fault of kind `conflict` for a ticket that cannot be appealed against yet, or not any more */
export async function refuseUntimely(tx: Tx, ticket: Ticket, now: Date): Promise<void> {
  const [row] = await query<{ days: number }>(
    tx,
    sql`SELECT t.appeal_days AS days FROM crm.isp_setting t WHERE t.isp_id = ${ticket.ispId}`,
  );
  const days = row?.days ?? 0;
  if (isAppealable(ticket, { days, now })) return;
  const problem = isResolved(ticket)
    ? `was resolved more than ${days} days ago, which is too long for an appeal`
    : `is ${ticket.status}; an appeal needs one that is resolved, or open beyond the limit of the law`;
  throw parameterFault('conflict', 'id', `ticket ${ticket.id} ${problem}`);
}

/** By when an appeal that is filed now has to be decided. */
export const decisionLimit = (tx: Tx, { ispId }: Pick<Ticket, 'ispId'>, now: Date): Promise<Date> =>
  endOfDays(tx, { ispId, createdAt: now }, DECISION_DAYS);
