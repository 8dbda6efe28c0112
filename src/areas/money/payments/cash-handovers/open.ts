import { Decimal } from 'decimal.js';
import type { Call } from '../../../../core/call.ts';
import { badParameter, notFound, parameterFault } from '../../../../core/fault.ts';
import { amountText } from '../../../../core/money.ts';
import type { Tx } from '../../../../db/database.ts';
import { query, sql } from '../../../../db/sql.ts';

export interface CashHolder {
  readonly ispId: number | null;
  readonly resellerId: number | null;
  readonly username: string;
  readonly cash: string;
  /** Does the user belong to a franchisee? */
  readonly franchisee: boolean;
}

export interface Handover {
  readonly giver: CashHolder & { readonly id: number; readonly ispId: number };
  readonly receiverId: number;
  readonly amt: Decimal;
  readonly refNo: string | undefined;
}

/**
 * Opens a hand-over of cash from one login user, whose row is locked, to another. The cash stays with the giver until the receiver
 * confirms, and can be offered once only. It never leaves those whose money it is: a franchisee's stays with its own users, a
 * reseller's goes to its own users or to those of the ISP.
 * @returns its id
 */
export async function openHandover(
  tx: Tx,
  { scope }: Pick<Call, 'scope'>,
  { giver, receiverId, amt, refNo }: Handover,
): Promise<number> {
  await checkOffer(tx, { giver, receiverId, amt });
  const [row] = await query<{ id: number }>(
    tx,
    sql`INSERT INTO crm.cash_handover (isp_id, reseller_id, giver_id, receiver_id, amt, ref_no, created_by)
        VALUES (${giver.ispId}, ${giver.resellerId}, ${giver.id}, ${receiverId}, ${amountText(amt)}::numeric, ${refNo ?? null},
          ${scope.by}) RETURNING id`,
  );
  if (!row) throw new Error('a hand-over was not opened');
  return row.id;
}

/** @throws Fault: `notFound` if there is no such receiver, `conflict` if the cash is offered already */
export async function checkOffer(tx: Tx, { giver, receiverId, amt }: Omit<Handover, 'refNo'>): Promise<void> {
  if (receiverId === giver.id) throw badParameter('receiverid', 'must be another login user than id');
  const ofIsp = giver.franchisee ? sql`FALSE` : sql`r.reseller_id IS NULL`;
  const [found] = await query<{ offered: string }>(
    tx,
    sql`SELECT (SELECT coalesce(sum(h.amt), 0) FROM crm.cash_handover h WHERE h.giver_id = ${giver.id} AND h.status = 'Open')
          AS offered
        FROM auth.login_user r
        WHERE r.id = ${receiverId} AND r.isp_id = ${giver.ispId} AND r.deleted_at IS NULL
          AND (r.reseller_id IS NOT DISTINCT FROM ${giver.resellerId}::int OR ${ofIsp})`,
  );
  if (!found) throw notFound('login user', receiverId);
  if (amt.plus(found.offered).lessThanOrEqualTo(giver.cash)) return;
  throw parameterFault(
    'conflict',
    'amt',
    `login user ${giver.username} holds ${giver.cash} in cash, of which ${amountText(new Decimal(found.offered))} waits to be confirmed`,
  );
}
