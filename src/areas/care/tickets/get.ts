import { z } from 'zod';
import type { Permission } from '../../../core/access/permission.ts';
import { badParameter, notFound } from '../../../core/fault.ts';
import { type ListCall, listStatement, readableBy } from '../../../core/list/index.ts';
import { isEntryShown } from '../../../core/tenancy/care-scope.ts';
import * as wire from '../../../core/wire/index.ts';
import { query, type Runner, sql } from '../../../db/sql.ts';
import { docket } from './docket.ts';
import { TICKET_NEEDS, tickets } from './list.ts';
import { ENTRY_KINDS } from './vocabulary.ts';

export const namedTicket = z.strictObject({ id: wire.id().optional(), docket: docket().optional() });

const entry = z.object({
  id: wire.id(),
  kind: wire.oneOf(ENTRY_KINDS),
  keeperid: wire.ownerId(),
  text: wire.shown(),
  created_at: wire.timestamp(),
  created_by: wire.shown(),
});

export const ticketRecord = z.object({ ...tickets.row.shape, thread: z.array(entry) });

type Row = z.output<typeof tickets.row>;
type Entry = z.output<typeof entry>;

interface Caller extends ListCall {
  readonly permissions: ReadonlySet<Permission>;
}

/** A ticket with what was written to it, as far as the caller may see it, oldest first. @throws Fault of kind `notFound` */
export async function readTicket(
  on: Runner,
  caller: Caller,
  named: z.output<typeof namedTicket>,
): Promise<z.output<typeof ticketRecord>> {
  if (named.id === undefined && named.docket === undefined) throw badParameter('docket', 'is required without id');
  const list = readableBy(tickets, TICKET_NEEDS, { permissions: caller.permissions, input: {} });
  const input = { ...named, rows_limit: 1, rows_offset: 0 };
  const [ticket] = await query<Row>(on, listStatement(list, { ...caller, input }));
  if (!ticket) throw notFound('ticket', named.docket ?? named.id ?? '');
  const thread = await query<Entry>(
    on,
    sql`SELECT e.id, e.kind, coalesce(e.keeper_id, 0) AS keeperid, e.text, e.created_at, e.created_by
        FROM crm.ticket_entry e WHERE e.ticket_id = ${ticket.id} AND ${isEntryShown('e', caller.scope)} ORDER BY e.id`,
  );
  return { ...ticket, thread };
}
