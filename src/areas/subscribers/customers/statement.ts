import { z } from 'zod';
import { type Scope, scopeConditions, serviceScope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { join, sql } from '../../../db/sql.ts';
import { readAccounts, statementDays, statementEntry, statementSums } from '../services/statement.ts';
import { findCustomer } from './find.ts';

export const customerStatementInput = z.strictObject({ customerid: wire.id(), ...statementDays });

/** As the statement of a service; each entry says which service it is of, and the balances are those of all together. */
export const customerStatement = z.object({
  customerid: wire.id(),
  ...statementSums,
  entries: z.array(statementEntry.extend({ serviceid: wire.id(), username: wire.shown() })),
});

/** The accounts of all services of a customer that the caller sees, deleted or not. @throws Fault of kind `notFound` */
export async function readCustomerStatement(
  db: Pick<Database, 'pool' | 'prisma'>,
  scope: Scope,
  { customerid, ...days }: z.output<typeof customerStatementInput>,
): Promise<z.output<typeof customerStatement>> {
  const { ispId } = await findCustomer(db.pool, scope, customerid);
  const { deleted: _, ...columns } = serviceScope('s');
  const seen = join([sql`s.customer_id = ${customerid}`, ...scopeConditions(scope, columns)], ' AND ');
  const services = sql`a.service_id IN (SELECT s.id FROM crm.service s WHERE ${seen})`;
  return { customerid, ...(await readAccounts(db, ispId, services, days)) };
}
