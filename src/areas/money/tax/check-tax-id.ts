import { badParameters, type FieldFault } from '../../../core/fault.ts';
import type { Owner } from '../../../core/tenancy/owner.ts';
import type { Tx } from '../../../db/database.ts';
import { query, type Sql, sql } from '../../../db/sql.ts';
import { isTaxNumber, plainTaxNumber, TAX_NUMBER_PROBLEM } from './tax-number.ts';
import type { Scheme } from './vocabulary.ts';

/** The scheme of who invoices for the owner of a record `x`; NULL: none. */
export const TAX_SCHEME: Sql = sql`(SELECT t.scheme FROM crm.tax_seller t WHERE t.isp_id = x.isp_id AND t.seller_id =
  coalesce((SELECT r.id FROM crm.reseller r WHERE r.id = x.reseller_id AND r.invoice_by = 'Reseller'), 0))`;

/** Under a scheme the tax number of a customer is one that the tax office knows, or none; otherwise any text. */
export function taxIdFaults(scheme: Scheme | null, taxId: string | null | undefined): FieldFault[] {
  if (!taxId || !scheme || scheme === 'none' || isTaxNumber(scheme, plainTaxNumber(taxId))) return [];
  return [{ parameter: 'tax_id', problem: TAX_NUMBER_PROBLEM[scheme] }];
}

/** The scheme of new records of an owner; null: none. */
export async function taxSchemeOf(tx: Tx, { ispId, resellerId }: Owner): Promise<Scheme | null> {
  const [row] = await query<{ scheme: Scheme | null }>(
    tx,
    sql`SELECT ${TAX_SCHEME} AS scheme FROM (SELECT ${ispId}::int AS isp_id, ${resellerId}::int AS reseller_id) x`,
  );
  return row?.scheme ?? null;
}

/** The same for a new record of an owner. @throws Fault that names `tax_id` */
export async function checkTaxId(tx: Tx, owner: Owner, taxId: string | null | undefined): Promise<void> {
  if (!taxId) return;
  const faults = taxIdFaults(await taxSchemeOf(tx, owner), taxId);
  if (faults.length > 0) throw badParameters(faults);
}
