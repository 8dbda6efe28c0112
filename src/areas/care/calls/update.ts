import { z } from 'zod';
import { badParameter, notFound, parameterFault } from '../../../core/fault.ts';
import { readForUpdate } from '../../../core/records/row-locks.ts';
import { definedFields } from '../../../core/records/updates.ts';
import { updated } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { send, sql } from '../../../db/sql.ts';
import { update } from '../../../db/write.ts';
import type { CareCall } from '../author.ts';
import { refuseOthersCustomer, type Side } from '../staff.ts';
import { type Subject, subjectOf } from '../subject.ts';
import { addCallback, refuseUnfit } from './callback.ts';
import { callShape, type OUTCOMES } from './vocabulary.ts';

export const callChange = z.strictObject({
  id: wire.id(),
  customerid: wire.id().nullable().optional(),
  serviceid: wire.id().nullable().optional(),
  seconds: callShape.seconds.optional(),
  outcome: callShape.outcome.optional(),
  note: callShape.note.nullable().optional(),
  queueid: callShape.queueid.optional(),
  due_at: callShape.due_at.optional(),
});

type CallChange = z.output<typeof callChange>;

interface Stored extends Side {
  /** Of the customer. */
  readonly resellerId: number | null;
  readonly customerId: number | null;
  readonly serviceId: number | null;
  readonly number: string;
  readonly outcome: (typeof OUTCOMES)[number];
  readonly note: string | null;
}

const COLUMNS = sql`x.isp_id AS "ispId", x.keeper_id AS "keeperId", x.reseller_id AS "resellerId",
  x.customer_id AS "customerId", x.service_id AS "serviceId", x.number, x.outcome, x.note`;

/** Changes what came of a call, or says who called. A call that now asks for a callback gets its task. */
export async function updateCall(tx: Tx, call: CareCall, input: CallChange): Promise<'done'> {
  const { id, seconds, outcome, note } = input;
  const { scope } = call;
  const stored = await readForUpdate<Stored>(tx, scope, { what: 'call', id }, COLUMNS);
  const asksNow = checkOutcome(id, stored, input);
  const subject = await subjectAfter(tx, call, stored, input);
  const about = { customerId: subject?.customerId ?? null, serviceId: subject?.serviceId ?? null };
  update(tx, 'crm.call', [{ id, ...about, ...definedFields({ seconds, outcome, note }), ...updated(scope) }]);
  // Who calls back must know whom.
  send(
    tx,
    sql`UPDATE crm.task SET customer_id = ${about.customerId}, service_id = ${about.serviceId} WHERE call_id = ${id}
    AND (customer_id, service_id) IS DISTINCT FROM (${about.customerId}::integer, ${about.serviceId}::integer)`,
  );
  if (asksNow) {
    const { ispId, number } = stored;
    const asked = { callId: id, ispId, subject, number, note: note === undefined ? stored.note : note };
    await addCallback(tx, call, asked, { ...input, outcome: 'Callback' });
  }
  return 'done';
}

/** Whether the call asks for a callback, and did not before. */
function checkOutcome(id: number, stored: Stored, { outcome = stored.outcome, queueid, due_at }: CallChange): boolean {
  const asksNow = outcome === 'Callback' && stored.outcome !== 'Callback';
  if (asksNow || outcome !== 'Callback') refuseUnfit({ outcome, queueid, due_at });
  else if (queueid !== undefined || due_at !== undefined)
    throw parameterFault(
      'conflict',
      queueid === undefined ? 'due_at' : 'queueid',
      `call ${id} has its task already; change it with task/update`,
    );
  return asksNow;
}

/** Whom the call is about after the update. A service that is not named stays only with its customer. */
async function subjectAfter(
  tx: Tx,
  { scope }: CareCall,
  stored: Stored,
  { customerid, serviceid }: CallChange,
): Promise<Subject | null> {
  if (customerid === null && typeof serviceid === 'number')
    throw badParameter('serviceid', 'cannot be set while customerid is cleared');
  const stays = customerid === undefined || customerid === stored.customerId;
  const serviceAfter = serviceid === undefined ? (stays ? stored.serviceId : null) : serviceid;
  const customerAfter = customerid === undefined && typeof serviceid !== 'number' ? stored.customerId : customerid;
  if (serviceAfter === stored.serviceId && customerAfter === stored.customerId) return storedSubject(stored);
  const named = { customerid: customerAfter ?? undefined, serviceid: serviceAfter ?? undefined };
  const subject = await subjectOf(tx, scope, named);
  if (subject && subject.ispId !== stored.ispId) throw notFound('customer', subject.customerId);
  refuseOthersCustomer(stored.keeperId, subject, 'customerid');
  return subject;
}

/** Without a look at the customer, who may be deleted by now. */
const storedSubject = ({ ispId, resellerId, customerId, serviceId }: Stored): Subject | null =>
  customerId === null ? null : { ispId, resellerId, customerId, serviceId };
