import { createHash } from 'node:crypto';
import { type Scope, scopeConditions } from '../../../../core/tenancy/scope.ts';
import type { Tx } from '../../../../db/database.ts';
import { execute, join, query, sql } from '../../../../db/sql.ts';
import { customers } from '../../../subscribers/customers/list.ts';

/** Ids by which WhatsApp hides a number, such as `IN.13491208655302741918`: a country, and up to 128 letters and digits. */
const HIDING = /^[A-Z]{2}\.[A-Za-z0-9.]{1,132}$/;

/** The longest id, with some room. */
export const MAX_WA_ID = 140;

/** The id of a chat if it hides the number; texts such as `anonymous` are nobody's. */
export const hidingId = (waId: string | undefined): string | null =>
  waId !== undefined && HIDING.test(waId) ? waId : null;

/** By which limits count a chat. Counts tell nothing of whom they are about. */
export const chatKey = (waId: string): string => createHash('sha256').update(`wa ${waId}`).digest('base64url');

/** A chat of an ISP. */
interface Chat {
  readonly ispId: number;
  readonly waId: string;
}

/** The customer whom a chat is linked to, as far as the program knows them. */
export async function customerByChat(tx: Tx, scope: Scope, { ispId, waId }: Chat): Promise<number[]> {
  const known = join(scopeConditions(scope, customers.scope), ' AND ');
  const found = await query<{ id: number }>(
    tx,
    sql`SELECT c.id FROM crm.care_chat h JOIN crm.customer c ON c.isp_id = h.isp_id AND c.id = h.customer_id
        WHERE h.isp_id = ${ispId} AND h.wa_id = ${waId} AND ${known}`,
  );
  return found.map(({ id }) => id);
}

/**
 * Links a chat to a customer instead of another one. A chat that is linked to a customer of somebody else in the ISP stays as it
 * is: the program does not know that customer.
 */
export async function linkChat(
  tx: Tx,
  scope: Scope,
  { ispId, waId, customerId, now }: Chat & { readonly customerId: number; readonly now: Date },
): Promise<void> {
  const known = join(scopeConditions(scope, customers.scope), ' AND ');
  await execute(
    tx,
    sql`INSERT INTO crm.care_chat AS h (isp_id, customer_id, wa_id, linked_at)
        SELECT c.isp_id, c.id, ${waId}, ${now}::timestamptz FROM crm.customer c
        WHERE c.isp_id = ${ispId} AND c.id = ${customerId} AND ${known} FOR KEY SHARE
        ON CONFLICT (isp_id, wa_id) DO UPDATE SET customer_id = excluded.customer_id, linked_at = excluded.linked_at
          WHERE EXISTS (SELECT FROM crm.customer c WHERE c.isp_id = h.isp_id AND c.id = h.customer_id AND ${known})`,
  );
}

/** Returns whether the chat was linked to the customer. */
export async function unlinkChat(
  tx: Tx,
  { ispId, waId, customerId }: Chat & { readonly customerId: number },
): Promise<boolean> {
  const removed = await execute(
    tx,
    sql`DELETE FROM crm.care_chat WHERE isp_id = ${ispId} AND wa_id = ${waId} AND customer_id = ${customerId}`,
  );
  return removed > 0;
}
