import { parameterFault } from '../../../core/fault.ts';
import { type Scope, scopeConditions, serviceScope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { join, query, type Sql, sql } from '../../../db/sql.ts';
import type { PAYMENT_MODES } from './vocabulary.ts';

/** A payment that stands and has the same bank reference. */
export interface SamePayment {
  readonly id: number;
  readonly paidOn: string;
}

/** As a payment gives it. */
interface Reference {
  readonly mode: (typeof PAYMENT_MODES)[number];
  readonly ref_no?: string | undefined;
  readonly ref_bank?: string | undefined;
}

/** The number that tells payments apart: cash has none of a bank, and the last digits of a card are those of many payments. */
const numberOf = ({ mode, ref_no }: Reference): string | undefined =>
  mode === 'Cash' || (mode === 'Card' && ref_no !== undefined && /^[\s*xX.-]*\d{1,4}\s*$/.test(ref_no))
    ? undefined
    : ref_no;

/**
 * Locks a reference in the ISP of a service `s`, as a column: who enters the same at the same moment waits until the other payment
 * is committed. Taken before the service is locked, so that nobody holds a service meanwhile.
 */
export function lockOfReference(reference: Reference): Sql {
  const refNo = numberOf(reference);
  if (refNo === undefined) return sql`NULL`;
  const key = sql`crm.reference_key(${refNo}::text)`;
  return sql`CASE WHEN ${key} IS NOT NULL THEN pg_advisory_xact_lock(
    hashtextextended(concat_ws(' ', 'payment reference', s.isp_id, ${reference.mode}::text, ${key}), 0)) END`;
}

/**
 * The newest payment of the caller's scope that stands and has the same reference in the same mode, however either was typed
 * (`crm.reference_key`); null if there is none. Numbers of cheques and drafts are those of a bank.
 */
export async function findSamePayment(
  tx: Tx,
  scope: Scope,
  { ispId, ...reference }: Reference & { readonly ispId: number },
): Promise<SamePayment | null> {
  const refNo = numberOf(reference);
  if (refNo === undefined) return null;
  const { mode, ref_bank: bank } = reference;
  const { location } = serviceScope('s');
  const mine = scopeConditions(scope, { isp: 'p.isp_id', reseller: 'p.reseller_id', location });
  const [same] = await query<SamePayment>(
    tx,
    sql`SELECT p.id, p.paid_on AS "paidOn" FROM crm.payment p JOIN crm.service s ON s.id = p.service_id
        WHERE p.isp_id = ${ispId} AND p.mode = ${mode} AND p.status = 'Paid' AND p.ref_no IS NOT NULL
          AND crm.reference_key(p.ref_no) = crm.reference_key(${refNo}::text) AND ${ofBank(mode, bank)}
          AND ${join(mine, ' AND ')} ORDER BY p.id DESC LIMIT 1`,
  );
  return same ?? null;
}

/** One of the names may be shorter: HDFC, HDFC Bank. A bank that is not given may be the same. */
const ofBank = (mode: Reference['mode'], bank = ''): Sql =>
  NUMBERED_BY_BANK.includes(mode)
    ? sql`coalesce(strpos(lower(p.ref_bank), lower(${bank}::text)) > 0
        OR strpos(lower(${bank}::text), lower(p.ref_bank)) > 0, true)`
    : sql`true`;

const NUMBERED_BY_BANK: readonly string[] = ['Cheque', 'DD'];

/** @throws Fault of kind `conflict` if the reference is that of another payment */
export function refuseRepetition(refNo: string | undefined, same: SamePayment | null): void {
  if (same === null) return;
  throw parameterFault(
    'conflict',
    'ref_no',
    `payment ${same.id} of ${same.paidOn} already has the reference ${refNo ?? ''}; if this is another payment, send allow_duplicate=Y`,
  );
}
