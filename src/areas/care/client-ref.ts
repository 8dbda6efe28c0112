import { text } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { execute, query, raw, sql } from '../../db/sql.ts';
import type { AuthorCall } from './author.ts';

/**
 * The client's own name for a record that it makes. An idempotency key is kept for a day, which is too short for a client that was
 * away for a weekend; this is kept with the record.
 */
export const clientRef = () => text(100);

type Table =
  | 'crm.note'
  | 'crm.call'
  | 'crm.task'
  | 'crm.ticket'
  | 'crm.ticket_entry'
  | 'crm.file'
  | 'crm.visit'
  | 'crm.visit_event';

/** The record that the same login user has made under this name. Of two calls at once, the second waits for the first. */
export async function madeBefore(
  tx: Tx,
  { actor }: AuthorCall,
  table: Table,
  ref: string | undefined,
): Promise<number | undefined> {
  if (ref === undefined) return undefined;
  await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${table} ${actor.userId} ${ref}`}, 0))`);
  const [made] = await query<{ id: number }>(
    tx,
    sql`SELECT x.id FROM ${raw(table)} x WHERE x.created_by_id = ${actor.userId} AND x.client_ref = ${ref}`,
  );
  return made?.id;
}
