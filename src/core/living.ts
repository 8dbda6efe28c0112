import type { Tx } from '../db/database.ts';
import { query, sql } from '../db/sql.ts';
import { notFound } from './fault.ts';

/**
 * Deleting a record and adding something that depends on it must not pass each other: whoever adds holds the record, whoever
 * deletes claims it before counting what depends on it, and the second of the two sees what the first did.
 */
const TABLES = {
  ISP: sql`SELECT 1 FROM crm.isp WHERE deleted_at IS NULL AND id =`,
  reseller: sql`SELECT 1 FROM crm.reseller WHERE deleted_at IS NULL AND id =`,
  customer: sql`SELECT 1 FROM crm.customer WHERE deleted_at IS NULL AND id =`,
  plan: sql`SELECT 1 FROM crm.plan WHERE deleted_at IS NULL AND id =`,
  'sub plan': sql`SELECT 1 FROM crm.sub_plan WHERE deleted_at IS NULL AND id =`,
  'top-up plan': sql`SELECT 1 FROM crm.topup_plan WHERE deleted_at IS NULL AND id =`,
  service: sql`SELECT 1 FROM crm.service WHERE deleted_at IS NULL AND id =`,
  NAS: sql`SELECT 1 FROM radius.nas WHERE deleted_at IS NULL AND id =`,
  'NAS IP pool': sql`SELECT 1 FROM radius.nas_ip_pool WHERE id =`,
  'IP pool': sql`SELECT 1 FROM radius.ip_pool WHERE id =`,
  'login user': sql`SELECT 1 FROM auth.login_user WHERE deleted_at IS NULL AND id =`,
  location: sql`SELECT 1 FROM crm.location WHERE id =`,
  'sub location': sql`SELECT 1 FROM crm.sub_location WHERE id =`,
} as const;

export type LivingRecord = keyof typeof TABLES;

/** Keeps a record from being deleted for the rest of the transaction. @throws Fault of kind `notFound` where it is gone */
export async function hold(tx: Tx, what: LivingRecord, id: number): Promise<void> {
  const found = await query(tx, sql`${TABLES[what]} ${id} FOR SHARE`);
  if (found.length === 0) throw notFound(what, id);
}

/** Takes a record for deletion, once nobody holds it. @throws Fault of kind `notFound` where another call deleted it first */
export async function claim(tx: Tx, what: LivingRecord, id: number): Promise<void> {
  const found = await query(tx, sql`${TABLES[what]} ${id} FOR UPDATE`);
  if (found.length === 0) throw notFound(what, id);
}
