import { Decimal } from 'decimal.js';
import type { Actor } from '../../../core/access/actor.ts';
import { Fault, parameterFault } from '../../../core/fault.ts';
import { amountText } from '../../../core/money.ts';
import type { Tx } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';

/** A login user has cash of one ISP only: the cash account stays with that ISP if the user is moved to another. */
export async function refuseForeignCash(tx: Tx, actor: Actor, ispId: number): Promise<void> {
  const [account] = await query<{ isp_id: number }>(
    tx,
    sql`SELECT isp_id FROM crm.ledger_account WHERE user_id = ${actor.userId}`,
  );
  if (account && account.isp_id !== ispId) throw collectsElsewhere(actor);
}

/** Checks the cash of a collector against its limit, after the entry was posted, which locked the row. `more`: not posted yet. */
export async function checkCash(
  tx: Tx,
  actor: Actor,
  { ispId, more }: { readonly ispId: number; readonly more: Decimal },
): Promise<void> {
  const [user] = await query<{ balance: string; max: string; deleted: boolean }>(
    tx,
    sql`SELECT cash_balance AS balance, cash_limit AS max, deleted_at IS NOT NULL AS deleted FROM auth.login_user
        WHERE id = ${actor.userId} AND isp_id = ${ispId}`,
  );
  if (!user) throw collectsElsewhere(actor);
  // Deleted after this call was authenticated: nobody could hand its cash over.
  if (user.deleted) throw new Fault('unauthenticated', `login user ${actor.username} was deleted`);
  const balance = more.plus(user.balance);
  if (balance.lessThanOrEqualTo(user.max)) return;
  throw parameterFault(
    'conflict',
    'amt',
    `login user ${actor.username} would hold ${amountText(balance)} in cash, above the limit of ${user.max}; settle some first`,
  );
}

/** Checks that a payer of cash holds it, after the entry was posted, which locked the row. `less`: not posted yet. */
export async function checkCashHeld(
  tx: Tx,
  actor: Actor,
  { ispId, less }: { readonly ispId: number; readonly less: Decimal },
): Promise<void> {
  const [user] = await query<{ balance: string }>(
    tx,
    sql`SELECT cash_balance - ${amountText(less)}::numeric AS balance FROM auth.login_user
        WHERE id = ${actor.userId} AND isp_id = ${ispId}`,
  );
  if (!user) throw collectsElsewhere(actor);
  if (!new Decimal(user.balance).isNegative()) return;
  throw parameterFault(
    'conflict',
    'amt',
    `login user ${actor.username} does not hold that much cash; ${user.balance} would be left`,
  );
}

const collectsElsewhere = ({ username }: Actor): Fault =>
  parameterFault(
    'conflict',
    'mode',
    `login user ${username} has collected Cash for another ISP; another login user must take or pay this`,
  );
