import type { Tx } from '../db/database.ts';
import { join, query, raw, type Sql, sql } from '../db/sql.ts';
import { notFound } from './fault.ts';
import { type Scope, type ScopeColumns, scopeConditions, servedInside, wholeInstallation } from './scope.ts';

/** Where a sort of record is kept, and whose it is: the rows that a caller may change. The alias is `x`. */
interface Kept {
  readonly table: string;
  readonly scope: ScopeColumns;
}

const ofReseller = { isp: 'x.isp_id', reseller: 'x.reseller_id' } as const;
const deleted = 'x.deleted_at';
const location = { lc: 'x.location_code', slc: 'x.sub_location_code' } as const;

const RECORDS = {
  ISP: { table: 'crm.isp', scope: { isp: 'x.id', deleted } },
  reseller: { table: 'crm.reseller', scope: { isp: 'x.isp_id', reseller: 'x.id', deleted } },
  customer: { table: 'crm.customer', scope: { ...ofReseller, deleted, own: servedInside('x.id') } },
  plan: { table: 'crm.plan', scope: { ...ofReseller, deleted } },
  'sub plan': { table: 'crm.sub_plan', scope: { ...ofReseller, deleted } },
  'top-up plan': { table: 'crm.topup_plan', scope: { ...ofReseller, deleted } },
  service: { table: 'crm.service', scope: { ...ofReseller, deleted, location } },
  lead: { table: 'crm.lead', scope: { ...ofReseller, location } },
  NAS: { table: 'radius.nas', scope: { ...ofReseller, deleted } },
  'NAS IP pool': { table: 'radius.nas_ip_pool', scope: ofReseller },
  'IP pool': { table: 'radius.ip_pool', scope: ofReseller },
  'login user': { table: 'auth.login_user', scope: { ...ofReseller, deleted } },
  location: { table: 'crm.location', scope: ofReseller },
  // Of its location's owner: who changes one locks the location.
  'sub location': { table: 'crm.sub_location', scope: {} },
} as const satisfies Record<string, Kept>;

export type LockableRecord = keyof typeof RECORDS;

interface Named {
  readonly what: LockableRecord;
  readonly id: number;
}

/**
 * Locks a record that the caller may change, before anything of it is read: of two calls about it the second decides on what
 * the first left behind, and what it does not name stays as it is. Another tenant's record is not waited for.
 * @throws Fault of kind `notFound` where the caller has no such record
 */
export const lockForUpdate = (tx: Tx, scope: Scope, record: Named): Promise<void> =>
  take(tx, record, { scope, strength: sql`FOR NO KEY UPDATE` });

/*
 * Deleting a record and adding something that depends on it must not pass each other: whoever adds holds the record, whoever
 * deletes claims it before counting what depends on it, and the second of the two sees what the first did.
 */

/** Keeps a record from being deleted for the rest of the transaction. @throws Fault of kind `notFound` where it is gone */
export const lockShared = (tx: Tx, what: LockableRecord, id: number): Promise<void> =>
  take(tx, { what, id }, { scope: wholeInstallation, strength: sql`FOR SHARE` });

/** Takes a record for deletion, once nobody holds it. @throws Fault of kind `notFound` where another call deleted it first */
export const lockForDelete = (tx: Tx, what: LockableRecord, id: number): Promise<void> =>
  take(tx, { what, id }, { scope: wholeInstallation, strength: sql`FOR UPDATE` });

async function take(
  tx: Tx,
  { what, id }: Named,
  { scope, strength }: { readonly scope: Scope; readonly strength: Sql },
): Promise<void> {
  const { table, scope: columns } = RECORDS[what];
  const conditions = join([sql`x.id = ${id}`, ...scopeConditions(scope, columns)], ' AND ');
  const found = await query(tx, sql`SELECT 1 FROM ${raw(table)} x WHERE ${conditions} ${strength}`);
  if (found.length === 0) throw notFound(what, id);
}
