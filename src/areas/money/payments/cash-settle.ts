import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { Actor } from '../../../core/access/actor.ts';
import type { Call } from '../../../core/call.ts';
import { badParameter, Fault, parameterFault } from '../../../core/fault.ts';
import { amountText } from '../../../core/money.ts';
import { done } from '../../../core/records/results.ts';
import { readForUpdate } from '../../../core/records/row-locks.ts';
import { zoneOfIsp } from '../../../core/tenancy/isp-zone.ts';
import * as wire from '../../../core/wire/index.ts';
import { dayOf } from '../../../core/zone.ts';
import type { Tx } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import { BANK, cashAccount, FRANCHISEE_CASH } from '../billing/ledger/accounts.ts';
import { credit, debit } from '../billing/ledger/entry.ts';
import { post } from '../billing/store/ledger/post.ts';
import { type CashHolder, checkOffer, openHandover } from './cash-handovers/open.ts';

export const cashSettlement = z.strictObject({
  id: wire.id(),
  amt: wire.money(),
  ref_no: wire.text(100).optional(),
  to: wire.oneOf(['bank', 'user']).default('bank'),
  receiverid: wire.id().optional(),
  preview: wire.flagYN().default(false),
});

const balance = () => wire.asStored(wire.money({ min: -999_999_999_999 }));

/** `done`; or what a preview shows, and what is offered to another login user, with the id of the hand-over. */
export const settlementOutcome = z.union([
  done,
  z.object({
    cash_before: balance(),
    amt: wire.asStored(wire.money()),
    cash_balance: balance(),
    handoverid: wire.id().optional(),
  }),
]);

const COLLECTOR = sql`x.isp_id AS "ispId", x.reseller_id AS "resellerId", x.username, x.cash_balance AS cash,
  EXISTS (SELECT FROM crm.reseller r WHERE r.id = x.reseller_id AND r.type = 'Franchisee') AS franchisee`;

/**
 * A collector hands cash over, which the ledger books from the user to the bank; cash of a franchisee’s user is the franchisee’s
 * own. Nobody confirms to have received their own cash, but one who manages login users, since there may be no one else. To another
 * login user it is only offered, by the collector or by one who may settle: the receiver confirms it.
 */
export async function settleCash(
  tx: Tx,
  call: Call & { readonly actor: Actor },
  { id, amt: given, ref_no, to, receiverid, preview }: z.output<typeof cashSettlement>,
): Promise<z.output<typeof settlementOutcome>> {
  const { scope, actor } = call;
  const amt = new Decimal(given);
  if ((to === 'user') !== (receiverid !== undefined))
    throw badParameter('receiverid', to === 'user' ? 'is required with to=user' : 'applies only to to=user');
  if (!actor.permissions.has('wallet.write') && (to === 'bank' || id !== actor.userId))
    throw new Fault('forbidden', `login user ${actor.username} lacks the permission wallet.write`);
  if (amt.isZero()) throw badParameter('amt', 'must be above 0');
  // The balance as it is under the lock, so that two settlements at once cannot both take it.
  const user = await readForUpdate<CashHolder>(tx, scope, { what: 'login user', id }, COLLECTOR);
  if (to === 'bank' && id === actor.userId && !actor.permissions.has('user.write'))
    throw new Fault('forbidden', 'you cannot settle your own cash; ask another login user');
  const left = new Decimal(user.cash).minus(amt);
  if (user.ispId === null || left.isNegative())
    throw parameterFault(
      'conflict',
      'amt',
      `login user ${user.username} holds ${user.cash} in cash, not ${amountText(amt)}`,
    );
  const { ispId } = user;
  if (receiverid !== undefined) {
    const offer = { giver: { ...user, id, ispId }, receiverId: receiverid, amt, refNo: ref_no };
    // What is only offered stays with the giver.
    const offered = { cash_before: user.cash, amt: amountText(amt), cash_balance: user.cash };
    if (!preview) return { ...offered, handoverid: await openHandover(tx, call, offer) };
    await checkOffer(tx, offer);
    return offered;
  }
  if (preview) return { cash_before: user.cash, amt: amountText(amt), cash_balance: amountText(left) };
  await postSettlement(tx, call, { user: { ...user, id, ispId }, amt, refNo: ref_no });
  return 'done';
}

interface Settlement {
  readonly user: CashHolder & { readonly id: number; readonly ispId: number };
  readonly amt: Decimal;
  readonly refNo: string | undefined;
}

async function postSettlement(
  tx: Tx,
  { scope, kernel }: Call,
  { user: { id, ispId, resellerId, username, franchisee }, amt, refNo }: Settlement,
): Promise<void> {
  await post(tx, {
    ispId,
    resellerId,
    kind: 'cash_settlement',
    postedOn: dayOf(kernel.clock.now(), await zoneOfIsp(tx, ispId)),
    memo: `Cash of ${username}${refNo === undefined ? '' : `, ${refNo}`}`,
    by: scope.by,
    lines: [debit(franchisee ? FRANCHISEE_CASH : BANK, amt), credit(cashAccount(id), amt)],
  });
}
