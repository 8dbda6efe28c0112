import type { Actor } from '../../../core/access/actor.ts';
import { SUBSCRIBER_RIGHTS } from '../../../core/access/subscriber-rights.ts';
import { Fault } from '../../../core/fault.ts';
import { type Scope, scopeConditions, serviceScope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { join, query, sql } from '../../../db/sql.ts';

/** Who lets somebody in. */
export interface Giver {
  readonly actor: Pick<Actor, 'permissions'>;
  readonly scope: Scope;
}

/**
 * Who can sign in as a customer, or let somebody in, gets all that the customer has: every right, for every service.
 * @throws Fault of kind `forbidden`
 */
export async function checkMayGiveAccess(tx: Tx, giver: Giver, customerId: number): Promise<void> {
  const obstacle = await obstacleTo(tx, giver, customerId);
  if (obstacle !== null) throw new Fault('forbidden', obstacle);
}

/** A sentence; null: there is none. */
export async function obstacleTo(tx: Tx, { actor, scope }: Giver, customerId: number): Promise<string | null> {
  const missing = SUBSCRIBER_RIGHTS.filter((right) => !actor.permissions.has(right));
  if (missing.length > 0) return sentence(`you need ${missing.join(', ')}`);
  const isEverywhere = scope.locations === null || !(await servesElsewhere(tx, scope, customerId));
  return isEverywhere ? null : sentence('the customer has services at other locations');
}

const sentence = (why: string): string => `You cannot give somebody access to more than you may see yourself: ${why}.`;

/** Has the customer a service that the caller does not see? */
async function servesElsewhere(tx: Tx, scope: Scope, customerId: number): Promise<boolean> {
  const seen = scopeConditions(scope, serviceScope('s'));
  const unseen = await query(
    tx,
    sql`SELECT FROM crm.service s WHERE s.customer_id = ${customerId} AND s.deleted_at IS NULL
          AND NOT coalesce(${join(seen, ' AND ')}, false) LIMIT 1`,
  );
  return unseen.length > 0;
}
