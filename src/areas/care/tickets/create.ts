import { z } from 'zod';
import { badParameter } from '../../../core/fault.ts';
import { readShared } from '../../../core/records/row-locks.ts';
import { regionOfIsp } from '../../../core/telephone/columns.ts';
import { numbersIn } from '../../../core/telephone/numbers.ts';
import { zoneOfIsp } from '../../../core/tenancy/isp-zone.ts';
import { ispShape } from '../../../core/tenancy/owner.ts';
import { partOf, wholeInstallation } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import { dayOf } from '../../../core/zone.ts';
import type { Tx } from '../../../db/database.ts';
import { nextId, sql } from '../../../db/sql.ts';
import { insert } from '../../../db/write.ts';
import { type AuthorCall, authored } from '../author.ts';
import { clientRef, madeBefore } from '../client-ref.ts';
import { giveOut, lockTurns } from '../queues/give-out.ts';
import { refuseUnseen } from '../sight.ts';
import { findHandlers } from '../staff.ts';
import { subjectColumns, subjectShape } from '../subject.ts';
import { deadlinesOf, legalLimit } from './clocks/deadlines.ts';
import { nextDocket } from './docket.ts';
import { type FiledVerdict, nasOf } from './filed-verdict.ts';
import { keeperWith } from './handlers.ts';
import { runningIncidentOf } from './incident.ts';
import { tellOfFiling } from './notices.ts';
import { type Priority, SOURCES, ticketShape } from './vocabulary.ts';

export const newTicket = z.strictObject({
  ...ispShape(),
  ...subjectShape(),
  categoryid: ticketShape.categoryid,
  text: ticketShape.text,
  number: ticketShape.number.optional(),
  priority: wire.described('when absent, the one of the category', ticketShape.priority).optional(),
  queueid: wire.described('when absent, the one of the category', wire.id()).optional(),
  assigned_to: wire.id().optional(),
  source: wire.oneOf(SOURCES).default('Staff'),
  client_ref: clientRef().optional(),
});

type NewTicket = z.output<typeof newTicket>;

export const filed = z.object({ id: wire.id(), docket: wire.shown() });
export type Filed = z.output<typeof filed>;

interface Category {
  readonly priority: Priority;
  readonly queueId: number | null;
  readonly legalDays: number | null;
  readonly technical: boolean;
}

/** Files a ticket. Returns its docket, which callers are told, and its id. */
export async function createTicket(tx: Tx, call: AuthorCall, input: NewTicket, verdict: FiledVerdict): Promise<Filed> {
  const made = await madeBefore(tx, call, 'crm.ticket', input.client_ref);
  if (made !== undefined) return filedBefore(tx, made);
  const { scope } = call;
  const { ispId, subject, ...about } = await subjectColumns(tx, scope, input);
  const { number = null, text, source, categoryid } = input;
  if (subject === null && number === null) throw badParameter('number', 'is required without customerid and serviceid');
  const category = await findCategory(tx, ispId, categoryid);
  const priority = input.priority ?? category.priority;
  const whose = await handlersOf(tx, call, { ispId, resellerId: subject?.resellerId ?? null, category, input });
  const e164 = number === null ? null : (numbersIn(number, await regionOfIsp(tx, scope, ispId))[0] ?? null);
  const clocked = {
    ispId,
    serviceId: about.serviceId,
    categoryId: categoryid,
    priority,
    createdAt: call.kernel.clock.now(),
  };
  const deadlines = await deadlinesOf(tx, clocked);
  const legalBy = await legalLimit(tx, clocked, category.legalDays);
  const incidentId = category.technical ? await runningIncidentOf(tx, about.serviceId) : null;
  const [nasId, zone] = [await nasOf(tx, about.serviceId), await zoneOfIsp(tx, ispId)];
  const id = await nextId(tx, 'crm.ticket');
  const resellerId = subject ? subject.resellerId : whose.keeperId;
  tellOfFiling(tx, { id, resellerId, ...about, ispId }, clocked.createdAt);
  // Last, since other callers wait for the counter from now on.
  const docket = await nextDocket(tx, ispId, dayOf(clocked.createdAt, zone));
  const row = {
    id,
    ...about,
    ...clocked,
    docket,
    number,
    e164,
    source,
    text,
    nasId,
    incidentId,
    ...deadlines,
    legalBy,
  };
  const { isGivenOut, ...handlers } = whose;
  insert(tx, 'crm.ticket', [{ ...row, ...handlers, ...verdict, ...authored(call, input.client_ref) }]);
  await refuseUnseen(tx, { what: 'ticket', id }, 'assigned_to', handlers.assignedTo);
  if (isGivenOut && handlers.queueId !== null) await giveOut(tx, id, handlers.queueId);
  return { id, docket };
}

async function filedBefore(tx: Tx, id: number): Promise<Filed> {
  return tx.ticket.findUniqueOrThrow({ where: { id }, select: { id: true, docket: true } });
}

/** Locked against deletion. Those of another ISP look as if they did not exist. */
export async function findCategory(tx: Tx, ispId: number, id: number): Promise<Category> {
  const columns = sql`x.priority, x.queue_id AS "queueId", x.legal_days AS "legalDays", x.technical`;
  const ofIsp = partOf(wholeInstallation, { ispId, resellerId: null });
  return readShared<Category>(tx, ofIsp, { what: 'ticket category', id }, columns);
}

interface Handled {
  readonly ispId: number;
  readonly resellerId: number | null;
  readonly category: Category;
  readonly input: NewTicket;
}

/** The queue of the category is the ISP's: what a reseller files waits in it only when the reseller hands it over. */
async function handlersOf(tx: Tx, { scope }: AuthorCall, { ispId, resellerId, category, input }: Handled) {
  const handlers = { assignedTo: input.assigned_to ?? null, queueId: input.queueid ?? null };
  const ofCategory = scope.resellerId === null && handlers.assignedTo === null ? category.queueId : null;
  const isGivenOut = await lockTurns(tx, { ispId, ...handlers, queueId: handlers.queueId ?? ofCategory });
  const [first, ...others] = await findHandlers(tx, scope, handlers);
  if (first === undefined) return { keeperId: scope.resellerId, assignedTo: null, queueId: ofCategory, isGivenOut };
  const handled = { ispId, resellerId: scope.resellerId ?? resellerId };
  return { keeperId: keeperWith(handled, [first, ...others]).keeperId, ...handlers, isGivenOut };
}
