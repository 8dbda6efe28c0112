import { z } from 'zod';
import { notFound } from '../../../core/fault.ts';
import { ticketScope } from '../../../core/tenancy/care-scope.ts';
import { type Scope, scopeConditions } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { execute, join, query, type Runner, type Sql, sql } from '../../../db/sql.ts';
import type { CareCall } from '../author.ts';
import { createTicket } from '../tickets/create.ts';
import { docket } from '../tickets/docket.ts';
import type { FiledVerdict } from '../tickets/filed-verdict.ts';
import { PENDING, STATUSES } from '../tickets/life-cycle.ts';
import { ticketShape } from '../tickets/vocabulary.ts';
import { findKnownCaller, type KnownCaller, type ProgramCall, serviceOf } from './caller.ts';
import { TICKET_WORDS } from './ticket-words.ts';
import { calling, callingAbout } from './vocabulary.ts';

export const newCallerTicket = z.strictObject({
  ...callingAbout.shape,
  categoryid: ticketShape.categoryid,
  text: ticketShape.text.optional(),
});

type NewTicket = z.output<typeof newCallerTicket>;

export const filedByCaller = z.object({
  docket: wire.shown(),
  existing: wire.flagYN(),
  resolve_by: wire.timestamp().nullable(),
});

type Filed = z.output<typeof filedByCaller>;

/** A subscriber who complains again within a day means the same. */
const SAME_WITHIN_MS = 24 * 3_600_000;
/** Who speaks to a machine says no words. */
const NO_WORDS = 'Reported on the telephone or in a chat.';

/** The service that the ticket will be about. @throws as `fileTicket` */
export async function complainedAbout(on: Runner, call: ProgramCall, input: NewTicket): Promise<number> {
  const caller = await findKnownCaller(on, call, input, 1);
  return (await serviceOf(on, call, caller, input.serviceid)).id;
}

/** Files a ticket of a caller, unless one of the same service and category is open since a day. */
export async function fileTicket(tx: Tx, call: CareCall, input: NewTicket, verdict: FiledVerdict): Promise<Filed> {
  const { categoryid, text = NO_WORDS } = input;
  const caller = await findKnownCaller(tx, call, input, 1);
  const { id: serviceid } = await serviceOf(tx, call, caller, input.serviceid);
  // Of two calls at once, the second finds the ticket of the first.
  await execute(
    tx,
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`care ticket ${serviceid} ${categoryid}`}, 0))`,
  );
  const since = new Date(call.kernel.clock.now().getTime() - SAME_WITHIN_MS);
  const open = sql`t.service_id = ${serviceid} AND t.category_id = ${categoryid} AND t.status IN (${PENDING_TEXTS})
    AND t.created_at > ${since}::timestamptz`;
  const [same] = await ticketsWhere(tx, call.scope, open, 1);
  if (same) return { docket: same.docket, existing: true, resolve_by: same.resolve_by };
  const number = caller.number ?? undefined;
  const filed = await createTicket(tx, call, { serviceid, categoryid, text, number, source: 'Voice' }, verdict);
  const [made] = await ticketsWhere(tx, call.scope, sql`t.id = ${filed.id}`, 1);
  return { docket: filed.docket, existing: false, resolve_by: made?.resolve_by ?? null };
}

const PENDING_TEXTS: Sql = join(
  PENDING.map((status) => sql`${status}`),
  ', ',
);

export const askedTickets = z.strictObject({ ...calling, docket: docket().optional() });

export const toldTickets = z.array(
  z.object({
    docket: wire.shown(),
    status: wire.oneOf(STATUSES),
    text: wire.shown(),
    created_at: wire.timestamp(),
    resolve_by: wire.timestamp().nullable(),
  }),
);

type Told = z.output<typeof toldTickets>[number];

/** A voice reads out no more. */
const MAX_TOLD = 5;

/** The newest tickets of a caller, or the one with the docket. @throws Fault of kind `notFound` */
export async function tellTickets(
  on: Runner,
  call: ProgramCall,
  input: z.output<typeof askedTickets>,
): Promise<Told[]> {
  const caller = await findKnownCaller(on, call, input, 1);
  const wanted = input.docket === undefined ? sql`TRUE` : sql`t.docket = ${input.docket}`;
  const found = await ticketsWhere(on, call.scope, sql`${isTheirs(caller)} AND ${wanted}`, MAX_TOLD);
  if (input.docket !== undefined && found.length === 0) throw notFound('ticket', input.docket);
  return found.map((ticket) => ({ ...ticket, text: TICKET_WORDS[caller.language][ticket.status] }));
}

/** About the customer, or about a service that the program may ask about. */
const isTheirs = ({ customerId, serviceIds }: KnownCaller): Sql =>
  sql`t.customer_id = ${customerId} AND (t.service_id IS NULL OR t.service_id = ANY(${[...serviceIds]}::int[]))`;

/** The newest first. A ticket that was merged is as far as the one that goes on. */
async function ticketsWhere(on: Runner, scope: Scope, condition: Sql, limit: number): Promise<Omit<Told, 'text'>[]> {
  const all = join([...scopeConditions(scope, ticketScope('t')), condition], ' AND ');
  return query<Omit<Told, 'text'>>(
    on,
    sql`SELECT t.docket, coalesce(m.status, t.status) AS status, t.created_at, coalesce(m.resolve_by, t.resolve_by) AS resolve_by
        FROM crm.ticket t LEFT JOIN crm.ticket m ON m.isp_id = t.isp_id AND m.id = t.merged_into
        WHERE ${all} ORDER BY t.id DESC LIMIT ${limit}`,
  );
}
