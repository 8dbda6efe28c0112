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

export const cashSettlement = z.strictObject({
  id: wire.id(),
  amt: wire.money(),
  ref_no: wire.text(100).optional(),
  preview: wire.flagYN().default(false),
});

const balance = () => wire.asStored(wire.money({ min: -999_999_999_999 }));

/** `done`, or what a preview shows. */
export const settlementOutcome = z.union([
  done,
  z.object({ cash_before: balance(), amt: wire.asStored(wire.money()), cash_balance: balance() }),
]);

interface Collector {
  readonly ispId: number | null;
  readonly resellerId: number | null;
  readonly username: string;
  readonly cash: string;
  /** Does the user belong to a franchisee? */
  readonly franchisee: boolean;
}

const COLLECTOR = sql`x.isp_id AS "ispId", x.reseller_id AS "resellerId", x.username, x.cash_balance AS cash,
  EXISTS (SELECT FROM crm.reseller r WHERE r.id = x.reseller_id AND r.type = 'Franchisee') AS franchisee`;

/**
 * A collector hands cash over, which the ledger books from the user to the bank; cash of a franchisee’s user is the franchisee’s
 * own. Nobody confirms to have received their own cash, but one who manages login users, since there may be no one else.
 */
export async function settleCash(
  tx: Tx,
  { scope, kernel, actor }: Call & { readonly actor: Actor },
  { id, amt: given, ref_no, preview }: z.output<typeof cashSettlement>,
): Promise<z.output<typeof settlementOutcome>> {
  const amt = new Decimal(given);
  if (amt.isZero()) throw badParameter('amt', 'must be above 0');
  // The balance as it is under the lock, so that two settlements at once cannot both take it.
  const user = await readForUpdate<Collector>(tx, scope, { what: 'login user', id }, COLLECTOR);
  if (id === actor.userId && !actor.permissions.has('user.write'))
    throw new Fault('forbidden', 'you cannot settle your own cash; ask another login user');
  const left = new Decimal(user.cash).minus(amt);
  if (user.ispId === null || left.isNegative())
    throw parameterFault(
      'conflict',
      'amt',
      `login user ${user.username} holds ${user.cash} in cash, not ${amountText(amt)}`,
    );
  if (preview) return { cash_before: user.cash, amt: amountText(amt), cash_balance: amountText(left) };
  const { ispId, resellerId } = user;
  await post(tx, {
    ispId,
    resellerId,
    kind: 'cash_settlement',
    postedOn: dayOf(kernel.clock.now(), await zoneOfIsp(tx, ispId)),
    memo: `Cash of ${user.username}${ref_no === undefined ? '' : `, ${ref_no}`}`,
    by: scope.by,
    lines: [debit(user.franchisee ? FRANCHISEE_CASH : BANK, amt), credit(cashAccount(id), amt)],
  });
  return 'done';
}
