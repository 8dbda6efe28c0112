import type { Tx } from '../../db/database.ts';
import { join, query, type Runner, raw, type Sql, sql } from '../../db/sql.ts';
import { notFound } from '../fault.ts';
import {
  callScope,
  fileScope,
  incidentScope,
  noteScope,
  taskScope,
  ticketScope,
  visitScope,
  visitSlotScope,
} from '../tenancy/care-scope.ts';
import { handoverScope } from '../tenancy/handover-scope.ts';
import {
  ispsOnly,
  type Scope,
  type ScopeColumns,
  scopeConditions,
  servedInLocations,
  wholeInstallation,
} from '../tenancy/scope.ts';

/** The table of a record type, and the columns that decide which rows a caller may change. Its alias is `x`. */
interface LockTarget {
  readonly table: string;
  readonly scope: ScopeColumns;
}

const ofReseller = { isp: 'x.isp_id', reseller: 'x.reseller_id' } as const;
const deleted = 'x.deleted_at';
const location = { lc: 'x.location_code', slc: 'x.sub_location_code' } as const;

const RECORDS = {
  ISP: { table: 'crm.isp', scope: { isp: 'x.id', deleted } },
  reseller: { table: 'crm.reseller', scope: { isp: 'x.isp_id', reseller: 'x.id', deleted } },
  customer: {
    table: 'crm.customer',
    scope: { ...ofReseller, deleted, customer: 'x.id', own: servedInLocations('x.id') },
  },
  plan: { table: 'crm.plan', scope: { ...ofReseller, deleted } },
  'sub plan': { table: 'crm.sub_plan', scope: { ...ofReseller, deleted } },
  'top-up plan': { table: 'crm.topup_plan', scope: { ...ofReseller, deleted } },
  service: { table: 'crm.service', scope: { ...ofReseller, deleted, customer: 'x.customer_id', location } },
  lead: { table: 'crm.lead', scope: { ...ofReseller, location } },
  NAS: { table: 'radius.nas', scope: { ...ofReseller, deleted } },
  'RADIUS proxy': { table: 'radius.proxy', scope: { isp: 'x.isp_id', deleted, own: ispsOnly } },
  'payment gateway': { table: 'crm.payment_gateway', scope: { isp: 'x.isp_id', deleted, own: ispsOnly } },
  // Never by an Employee of some locations, which its service would decide.
  'payment order': { table: 'crm.payment_order', scope: ofReseller },
  'NAS IP pool': { table: 'radius.nas_ip_pool', scope: ofReseller },
  'NAT rule': { table: 'radius.nat_rule', scope: { isp: 'x.isp_id', own: ispsOnly } },
  'realm rule': { table: 'radius.realm_rule', scope: { isp: 'x.isp_id', own: ispsOnly } },
  alert: { table: 'radius.alert', scope: ofReseller },
  'IP pool': { table: 'radius.ip_pool', scope: ofReseller },
  'IPv6 pool': { table: 'radius.ip6_pool', scope: ofReseller },
  'login user': { table: 'auth.login_user', scope: { ...ofReseller, deleted } },
  'cash hand-over': { table: 'crm.cash_handover', scope: handoverScope('x') },
  notice: { table: 'crm.notice', scope: { isp: 'x.isp_id', deleted } },
  'mass message': { table: 'crm.broadcast', scope: { isp: 'x.isp_id' } },
  note: { table: 'crm.note', scope: noteScope('x') },
  call: { table: 'crm.call', scope: callScope('x') },
  task: { table: 'crm.task', scope: taskScope('x') },
  queue: { table: 'crm.care_queue', scope: { ...ofReseller, deleted } },
  ticket: { table: 'crm.ticket', scope: ticketScope('x') },
  file: { table: 'crm.file', scope: fileScope('x') },
  visit: { table: 'crm.visit', scope: visitScope('x') },
  'visit slot': { table: 'crm.visit_slot', scope: visitSlotScope('x') },
  'batch of codes': { table: 'crm.hotspot_batch', scope: { ...ofReseller, location } },
  incident: { table: 'crm.incident', scope: incidentScope('x') },
  // Resellers use those of their ISP.
  'ticket category': { table: 'crm.ticket_category', scope: { isp: 'x.isp_id', deleted } },
  webhook: { table: 'crm.webhook', scope: { ...ofReseller, deleted } },
  location: { table: 'crm.location', scope: ofReseller },
  // No columns of its own: a change of a sub location locks its location first.
  'sub location': { table: 'crm.sub_location', scope: {} },
} as const satisfies Record<string, LockTarget>;

export type LockableRecord = keyof typeof RECORDS;

interface RecordRef {
  readonly what: LockableRecord;
  readonly id: number;
}

/**
 * Locks a record within the caller's scope (FOR NO KEY UPDATE) until the end of the transaction. Call it before reading the
 * record: concurrent updates then run one after the other, and neither overwrites what the other changed. The scope is part
 * of the query, so the call never waits for another tenant's record.
 * @throws Fault of kind `notFound` if the record does not exist in the scope
 */
export async function lockForUpdate(tx: Tx, scope: Scope, record: RecordRef): Promise<void> {
  await lock(tx, record, { scope, strength: sql`FOR NO KEY UPDATE` });
}

/*
 * A record must not be deleted while another transaction adds something that depends on it. The one that adds takes
 * lockShared, the one that deletes takes lockForDelete before it counts the dependents; the second sees the work of the first.
 */

/** Prevents deletion and update of a record until the end of the transaction (FOR SHARE). @throws Fault of kind `notFound` */
export async function lockShared(tx: Tx, what: LockableRecord, id: number): Promise<void> {
  await lock(tx, { what, id }, { scope: wholeInstallation, strength: sql`FOR SHARE` });
}

/** Locks a record for deletion (FOR UPDATE), waiting for shared locks. @throws Fault of kind `notFound` */
export async function lockForDelete(tx: Tx, what: LockableRecord, id: number): Promise<void> {
  await lock(tx, { what, id }, { scope: wholeInstallation, strength: sql`FOR UPDATE` });
}

/*
 * The same with columns of the record `x`, as they are under the lock: one statement instead of two.
 */

export const readForUpdate = <T extends object>(tx: Tx, scope: Scope, record: RecordRef, columns: Sql): Promise<T> =>
  lock<T>(tx, record, { scope, strength: sql`FOR NO KEY UPDATE`, columns });

export const readShared = <T extends object>(tx: Tx, scope: Scope, record: RecordRef, columns: Sql): Promise<T> =>
  lock<T>(tx, record, { scope, strength: sql`FOR SHARE`, columns });

/** Without a lock. @throws Fault of kind `notFound` */
export const readRecord = <T extends object>(tx: Runner, scope: Scope, record: RecordRef, columns: Sql): Promise<T> =>
  lock<T>(tx, record, { scope, strength: sql``, columns });

interface Lock {
  readonly scope: Scope;
  readonly strength: Sql;
  readonly columns?: Sql;
}

async function lock<T extends object>(
  tx: Runner,
  { what, id }: RecordRef,
  { scope, strength, columns = sql`1` }: Lock,
): Promise<T> {
  const { table, scope: scoped } = RECORDS[what];
  const conditions = join([sql`x.id = ${id}`, ...scopeConditions(scope, scoped)], ' AND ');
  const [found] = await query<T>(tx, sql`SELECT ${columns} FROM ${raw(table)} x WHERE ${conditions} ${strength}`);
  if (!found) throw notFound(what, id);
  return found;
}
