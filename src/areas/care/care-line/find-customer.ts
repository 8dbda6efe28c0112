import { sameName } from '../../../core/list/index.ts';
import { waysToCall } from '../../../core/telephone/called-at.ts';
import { type Scope, scopeConditions, serviceScope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { join, query, sql } from '../../../db/sql.ts';
import { customers } from '../../subscribers/customers/list.ts';

/** A customer that a caller may be. */
export interface Candidate {
  readonly customerId: number;
  /** The service whose username was given; null: another sign of the customer was. */
  readonly serviceId: number | null;
}

const CALLED = { table: 'crm.customer', alias: 'c' } as const;
const MAX_ID = 2_147_483_647;

/** The customer with this id, or with a service of this username. */
export async function customerByAccount(tx: Tx, scope: Scope, account: string): Promise<Candidate | null> {
  const named = join([...scopeConditions(scope, serviceScope('s')), sameName('s.username', account)], ' AND ');
  const [byName] = await query<Candidate>(
    tx,
    sql`SELECT s.customer_id AS "customerId", s.id AS "serviceId" FROM crm.service s WHERE ${named} LIMIT 1`,
  );
  const id = /^\d{1,10}$/.test(account) ? Number(account) : 0;
  if (byName || id < 1 || id > MAX_ID) return byName ?? null;
  const known = join([...scopeConditions(scope, customers.scope), sql`c.id = ${id}`], ' AND ');
  const [byId] = await query<Candidate>(
    tx,
    sql`SELECT c.id AS "customerId", NULL::int AS "serviceId" FROM crm.customer c WHERE ${known}`,
  );
  return byId ?? null;
}

/**
 * Up to two customers with this number on record: more than one are not told apart by it.
 * @param keys the number in E.164, and as it came
 */
export async function customersByNumber(
  tx: Tx,
  scope: Scope,
  keys: readonly string[],
  customerId?: number,
): Promise<number[]> {
  const conditions = [
    ...scopeConditions(scope, customers.scope),
    ...(customerId === undefined ? [] : [sql`c.id = ${customerId}`]),
  ];
  // Each by its own index. With OR, the first two in order of their ids would be looked for among all customers.
  const ways = waysToCall(CALLED, keys, scope).map(
    (way) => sql`SELECT c.id FROM crm.customer c WHERE ${join([...conditions, way], ' AND ')}`,
  );
  const found = await query<{ id: number }>(
    tx,
    sql`SELECT u.id FROM (${join(ways, ' UNION ')}) u ORDER BY u.id LIMIT 2`,
  );
  return found.map(({ id }) => id);
}

/** A service that a program may ask about. */
export interface AskedService {
  readonly serviceid: number;
  readonly plan: string | null;
}

/** A caller chooses by a key of the telephone. */
const MAX_SERVICES = 9;

/** The services of a customer, that of the given username first. */
export async function servicesOf(tx: Tx, scope: Scope, { customerId, serviceId }: Candidate): Promise<AskedService[]> {
  const all = join([...scopeConditions(scope, serviceScope('s')), sql`s.customer_id = ${customerId}`], ' AND ');
  return query<AskedService>(
    tx,
    sql`SELECT s.id AS serviceid, p.name AS plan FROM crm.service s JOIN crm.plan p ON p.id = s.plan_id
        WHERE ${all} ORDER BY s.id <> coalesce(${serviceId}::int, 0), s.id LIMIT ${MAX_SERVICES}`,
  );
}
