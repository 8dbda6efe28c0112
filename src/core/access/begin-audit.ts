import type { Tx } from '../../db/database.ts';
import { query, sql } from '../../db/sql.ts';
import { openTransactionOf } from '../../db/tx.ts';

/** Who does what, as the audit shows it. A change without a login user has the name of what made it. */
export interface AuditedCall {
  readonly userId: number | null;
  readonly username: string;
  readonly ispId: number | null;
  readonly resellerId: number | null;
  readonly address: string | null;
  readonly procedure: string;
  /** The record that it is about, `<parameter>=<value>`. */
  readonly target: string | null;
  /** The parameters, without secrets. */
  readonly input?: unknown;
  /** How the caller proved who it is; null: no caller. */
  readonly via: 'key' | 'session' | 'subscriber' | null;
}

/** Writes an audit event, to which the row triggers attach what the rest of the transaction changes. */
export async function beginAudit(tx: Tx, call: AuditedCall): Promise<void> {
  const { userId, username, ispId, resellerId, address, procedure, target, input = {}, via } = call;
  const [event] = await query<{ id: string; at: string }>(
    tx,
    // The time is that of the event's column, which has milliseconds.
    sql`SELECT auth.begin_audit(${userId}::int, ${username}::text, ${ispId}::int, ${resellerId}::int, ${address}::inet,
          ${procedure}::text, ${target}::text, ${JSON.stringify(input)}::jsonb, ${via}::text)::text AS id,
          now()::timestamptz(3)::text AS at`,
  );
  if (event) openTransactionOf(tx).change = { ...event, ispId };
}
