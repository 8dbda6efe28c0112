import { type Scope, scopeConditions } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { execute, join, sql } from '../../../db/sql.ts';
import { findCustomer } from './find.ts';
import { customers } from './list.ts';

/**
 * Unlinks the chats at WhatsApp that a customer has linked by a code: their ids prove nothing any more. There may be none.
 * @throws Fault of kind `notFound`
 */
export async function unlinkChats(tx: Tx, scope: Scope, customerId: number): Promise<'done'> {
  await findCustomer(tx, scope, customerId);
  const known = join(scopeConditions(scope, customers.scope), ' AND ');
  await execute(
    tx,
    sql`DELETE FROM crm.care_chat h USING crm.customer c
        WHERE c.isp_id = h.isp_id AND c.id = h.customer_id AND c.id = ${customerId} AND ${known}`,
  );
  return 'done';
}
