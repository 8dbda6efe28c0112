import type { VisitTrigger } from '../../../core/vocabulary/notice.ts';
import type { Tx } from '../../../db/database.ts';
import { queueMessages } from '../../subscribers/notices/queue-messages.ts';
import { replaceWaiting } from '../../subscribers/notices/replace-waiting.ts';
import type { Visit } from './find.ts';
import type { VisitState } from './life-cycle.ts';

type About = Pick<Visit, 'id' | 'ispId' | 'resellerId' | 'leadId' | 'customerId' | 'serviceId'>;

/** The entry in the history of the visit that is told of, and when it was noted. */
interface Entry {
  readonly id: number;
  readonly at: Date;
}

const TRIGGERS: Readonly<Partial<Record<VisitState, VisitTrigger>>> = {
  Booked: 'visit_booked',
  OnWay: 'visit_on_way',
  Cancelled: 'visit_cancelled',
};

/** Tells the subscriber of a booking, of another window, or of a move that concerns them. A lead has no notices. */
export function tellOfVisit(tx: Tx, visit: About, state: VisitState, { id: entryId, at }: Entry): void {
  const trigger = TRIGGERS[state];
  if (!trigger || visit.leadId !== null) return;
  const { id: subjectId, ispId, resellerId, customerId, serviceId } = visit;
  replaceWaiting(tx, { ispId, trigger, subjectId, at });
  const whom = { ispId, resellerId, customerId, serviceId, subjectId };
  queueMessages(tx, { ...whom, trigger, key: `visit:${entryId}`, at, urgent: false });
}
