import { z } from 'zod';
import { notFound } from '../../../../core/fault.ts';
import { isEntryShown, ticketScope } from '../../../../core/tenancy/care-scope.ts';
import { scopeConditions } from '../../../../core/tenancy/scope.ts';
import * as wire from '../../../../core/wire/index.ts';
import { join, query, type Runner, type Sql, sql } from '../../../../db/sql.ts';
import { expectedBy } from '../../../subscribers/notices/ticket-facts.ts';
import { PENDING, STATUSES } from '../life-cycle.ts';
import { ownAppeal, readOwnAppeal } from './appeal.ts';
import { LIMITS, limitReached, type Reading } from './limits.ts';

/**
 * A ticket as its subscriber sees it. Which staff works on it, what they write for each other, how they resolved it, the verdict
 * and the NAS are left out. Instants are ISO 8601.
 */
export const ownTicket = z.object({
  id: wire.id(),
  docket: wire.shown(),
  /** Null: one that subscribers cannot choose. */
  category: wire.shown().nullable(),
  /** Of the service; null: it is about none. */
  username: wire.shown().nullable(),
  status: wire.oneOf(STATUSES),
  /** What the subscriber wrote; null: the staff filed it. */
  text: wire.shown().nullable(),
  created_at: z.string(),
  expected_by: z.string().nullable(),
  rating: wire.wholeNumber(1, 5).nullable(),
  /** The docket that goes on in its place; null: it is not merged. */
  merged_docket: wire.shown().nullable(),
});

/** What tickets can be about, the newest tickets of the customer, and why none can be filed; null: one can. */
export const help = z.object({
  categories: z.array(z.object({ categoryid: wire.id(), name: wire.shown() })),
  tickets: z.array(ownTicket),
  limit: wire.oneOf(LIMITS).nullable(),
});

export const whichTicket = z.strictObject({ id: wire.id() });

export const ownThread = z.object({
  ticket: ownTicket,
  /** Null: none, or it was withdrawn. */
  appeal: ownAppeal.nullable(),
  may_appeal: z.boolean(),
  /** Oldest first. */
  thread: z.array(
    z.object({
      id: wire.id(),
      /** Did the subscriber write it, or else the provider? */
      mine: z.boolean(),
      text: wire.shown(),
      at: z.string(),
    }),
  ),
});

export type OwnTicket = z.output<typeof ownTicket>;

const MAX_TICKETS = 50;
const MAX_ENTRIES = 200;

interface Row extends Omit<OwnTicket, 'created_at' | 'expected_by'> {
  readonly created_at: Date;
  readonly expected_by: Date | null;
}

/** What the page for help shows. */
export async function readHelp(on: Runner, reading: Reading): Promise<z.output<typeof help>> {
  const [tickets, categories, limit] = await Promise.all([
    readOwn(on, reading),
    query<{ categoryid: number; name: string }>(
      on,
      sql`SELECT g.id AS categoryid, g.name FROM crm.ticket_category g
          WHERE g.isp_id = ${reading.scope.ispId} AND g.portal AND g.deleted_at IS NULL ORDER BY g.name, g.id`,
    ),
    limitReached(on, reading),
  ]);
  return { categories, tickets, limit };
}

/** A ticket of the customer with what was written to and by them. @throws Fault of kind `notFound` */
export async function readThread(on: Runner, reading: Reading, id: number): Promise<z.output<typeof ownThread>> {
  const ticket = await readOwnTicket(on, reading, id);
  const rows = await query<{ id: number; mine: boolean; text: string; at: Date }>(
    on,
    sql`SELECT e.id, e.created_by_id IS NULL AS mine, e.text, e.created_at AS at FROM crm.ticket_entry e
        WHERE e.ticket_id = ${ticket.id} AND ${isEntryShown('e', reading.scope)} ORDER BY e.id DESC LIMIT ${MAX_ENTRIES}`,
  );
  const appeal = await readOwnAppeal(on, ticket.id, reading.now);
  return { ticket, ...appeal, thread: rows.reverse().map((row) => ({ ...row, at: row.at.toISOString() })) };
}

/** @throws Fault of kind `notFound` */
export async function readOwnTicket(on: Runner, reading: Reading, id: number): Promise<OwnTicket> {
  const [ticket] = await readOwn(on, reading, sql`k.id = ${id}`);
  if (!ticket) throw notFound('ticket', id);
  return ticket;
}

async function readOwn(on: Runner, { scope, now }: Reading, which: Sql = sql`TRUE`): Promise<OwnTicket[]> {
  const rows = await query<Row>(
    on,
    sql`SELECT k.id, k.docket, CASE WHEN g.portal OR k.source = 'Portal' THEN g.name END AS category, s.username, k.status,
          CASE WHEN k.source = 'Portal' THEN k.text END AS text, k.created_at,
          CASE WHEN k.status = ANY(${[...PENDING]}::text[]) THEN ${expectedBy(now)} END AS expected_by, k.rating,
          m.docket AS merged_docket
        FROM crm.ticket k
        LEFT JOIN crm.ticket_category g ON g.isp_id = k.isp_id AND g.id = k.category_id
        LEFT JOIN crm.service s ON s.isp_id = k.isp_id AND s.id = k.service_id
        LEFT JOIN crm.ticket m ON m.isp_id = k.isp_id AND m.id = k.merged_into
        WHERE ${join([...scopeConditions(scope, ticketScope('k')), which], ' AND ')}
        ORDER BY k.id DESC LIMIT ${MAX_TICKETS}`,
  );
  return rows.map(({ created_at, expected_by, ...row }) => ({
    ...row,
    ...{ created_at: created_at.toISOString(), expected_by: expected_by?.toISOString() ?? null },
  }));
}
