import { parameterFault } from '../../core/fault.ts';
import { type Scope, scopeConditions, serviceScope } from '../../core/scope.ts';
import type { Tx } from '../../db/database.ts';
import { join, query, type Sql, sql } from '../../db/sql.ts';
import type { PAYMENT_MODES } from './vocabulary.ts';

/** A payment that stands and has the same bank reference. */
export interface SamePayment {
  readonly id: number;
  readonly paidOn: string;
}

interface Reference {
  readonly ispId: number;
  readonly mode: (typeof PAYMENT_MODES)[number];
  readonly refNo: string | undefined;
  readonly refBank: string | undefined;
}

/**
 * The newest payment of the caller's scope with the same reference in the same mode, however either was typed
 * (`crm.reference_key`); null if there is none. Whoever enters the same reference at the same moment waits here until the other
 * payment is committed. Cash has no bank reference, and four digits of a card are those of many payments; numbers of cheques
 * and drafts are those of a bank.
 */
export async function findSamePayment(tx: Tx, scope: Scope, reference: Reference): Promise<SamePayment | null> {
  const { ispId, mode, refNo, refBank } = reference;
  if (refNo === undefined || mode === 'Cash' || (mode === 'Card' && /^\s*\d{1,4}\s*$/.test(refNo))) return null;
  const { location } = serviceScope('s');
  const mine = scopeConditions(scope, { isp: 'p.isp_id', reseller: 'p.reseller_id', location });
  const isSame = sql`p.isp_id = ${ispId} AND p.mode = ${mode} AND p.status = 'Paid' AND p.ref_no IS NOT NULL
    AND crm.reference_key(p.ref_no) = crm.reference_key(${refNo}::text) AND ${ofBank(mode, refBank)}`;
  const [, [same]] = await Promise.all([
    query(
      tx,
      sql`SELECT pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'payment reference', ${ispId}::int, ${mode}::text, key), 0))
          FROM (SELECT crm.reference_key(${refNo}::text) AS key) k WHERE key IS NOT NULL`,
    ),
    query<SamePayment>(
      tx,
      sql`SELECT p.id, p.paid_on AS "paidOn" FROM crm.payment p JOIN crm.service s ON s.id = p.service_id
          WHERE ${join([isSame, ...mine], ' AND ')} ORDER BY p.id DESC LIMIT 1`,
    ),
  ]);
  return same ?? null;
}

/** One of the names may be shorter: HDFC, HDFC Bank. A bank that is not given may be the same. */
const ofBank = (mode: Reference['mode'], bank: string | undefined): Sql =>
  bank === undefined || (mode !== 'Cheque' && mode !== 'DD')
    ? sql`true`
    : sql`coalesce(strpos(lower(p.ref_bank), lower(${bank}::text)) > 0 OR strpos(lower(${bank}::text), lower(p.ref_bank)) > 0, true)`;

/** @throws Fault of kind `conflict` if the reference is that of another payment */
export function refuseRepetition(refNo: string | undefined, same: SamePayment | null): void {
  if (same === null) return;
  throw parameterFault(
    'conflict',
    'ref_no',
    `payment ${same.id} of ${same.paidOn} has the reference ${refNo ?? ''} already; if this is another payment, give allow_duplicate=Y`,
  );
}
