import { z } from 'zod';
import type { Permission } from '../../../../core/access/permission.ts';
import { conditionsOf, type ListCall, readableBy, runList } from '../../../../core/list/index.ts';
import { viewInput, viewOf } from '../../../../core/tenancy/isp-view.ts';
import * as wire from '../../../../core/wire/index.ts';
import type { Database } from '../../../../db/database.ts';
import { join, query, type Sql, sql } from '../../../../db/sql.ts';
import { PENDING, STATUSES, type TicketStatus } from '../life-cycle.ts';
import { TICKET_NEEDS, tickets } from '../list.ts';
import { PRIORITIES } from '../vocabulary.ts';

/** Tickets of a status are counted up to this number, so that a count takes as long with a million of them. */
const MAX_COUNT = 10_000;

export const ticketCountInput = z.strictObject({
  ...viewInput.shape,
  categoryid: wire.id().optional(),
  priority: wire.oneOf(PRIORITIES).optional(),
  queueid: wire.id().optional(),
  assigned_to: wire.id().optional(),
});

export const ticketBoardInput = z.strictObject({
  ...ticketCountInput.shape,
  limit: wire.wholeNumber(1, 50).default(20),
});

export const ticketCounts = z.object(
  Object.fromEntries(STATUSES.map((status) => [status, wire.count()])) as Record<
    TicketStatus,
    ReturnType<typeof wire.count>
  >,
);

export const ticketBoard = z.array(
  z.object({
    status: wire.oneOf(PENDING),
    /** At most 10,000, which stands for that many or more. */
    count: wire.count(),
    /** The oldest first. */
    tickets: z.array(tickets.row),
  }),
);

interface Reader extends ListCall {
  readonly db: Pick<Database, 'pool' | 'lookups' | 'history'>;
  readonly permissions: ReadonlySet<Permission>;
}

type Row = z.output<typeof tickets.row>;
type Counts = z.output<typeof ticketCounts>;

/** The tickets that are not resolved by status: how many, and the first of each. @throws as `viewOf` */
export async function readTicketBoard(
  reader: Reader,
  { limit, ...filters }: z.output<typeof ticketBoardInput>,
): Promise<z.output<typeof ticketBoard>> {
  const { db, zone, permissions } = reader;
  const scope = await viewOf(db, reader.scope, filters);
  const list = readableBy(tickets, TICKET_NEEDS, { permissions, input: {} });
  const pages = PENDING.map((status) => {
    const page = { rows_limit: limit, rows_offset: 0, show_count: false };
    const sorted = { ...page, sort_field: 'id' as const, sort_order: 'asc' as const };
    return runList(db, list, { scope, zone, input: { ...filters, ...sorted, status } }) as Promise<Row[]>;
  });
  const [counts, ...rows] = await Promise.all([countsIn({ ...reader, scope }, PENDING, filters), ...pages]);
  return PENDING.map((status, at) => ({ status, count: counts[status] ?? 0, tickets: rows[at] ?? [] }));
}

/** How many tickets are in each status. @throws as `viewOf` */
export async function countTickets(reader: Reader, input: z.output<typeof ticketCountInput>): Promise<Counts> {
  const scope = await viewOf(reader.db, reader.scope, input);
  const none = Object.fromEntries(STATUSES.map((status) => [status, 0])) as Counts;
  return { ...none, ...(await countsIn({ ...reader, scope }, STATUSES, input)) };
}

async function countsIn(
  { db, ...call }: Reader,
  statuses: readonly TicketStatus[],
  filters: object,
): Promise<Partial<Counts>> {
  const rows = await query<{ status: TicketStatus; count: number }>(db.pool, countsStatement(call, statuses, filters));
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

function countsStatement(call: ListCall, statuses: readonly TicketStatus[], filters: object): Sql {
  const all = join([sql`t.status = stage.status`, ...conditionsOf(tickets, call, filters)], ' AND ');
  return sql`SELECT stage.status,
      (SELECT count(*) FROM (SELECT 1 FROM crm.ticket t WHERE ${all} LIMIT ${MAX_COUNT}) counted)::int AS count
    FROM unnest(${[...statuses]}::text[]) AS stage (status)`;
}
