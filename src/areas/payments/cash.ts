import type { Decimal } from 'decimal.js';
import type { Actor } from '../../core/actor.ts';
import { Fault } from '../../core/fault.ts';
import type { Tx } from '../../db/database.ts';
import { query, sql } from '../../db/sql.ts';

/** The cash of a login user is that of one ISP: it does not follow a user who is moved to another. */
export async function refuseForeignCash(tx: Tx, actor: Actor, ispId: number): Promise<void> {
  const account = await tx.ledgerAccount.findFirst({ where: { userId: actor.userId }, select: { ispId: true } });
  if (account && account.ispId !== ispId) throw collectsElsewhere(actor);
}

/** Cash is in the hands of its collector, up to a limit. Read after the entry, which locked the row; `more` is to come. */
export async function checkCash(
  tx: Tx,
  actor: Actor,
  { ispId, more }: { readonly ispId: number; readonly more: Decimal },
): Promise<void> {
  const [user] = await query<{ balance: string; most: string }>(
    tx,
    sql`SELECT cash_balance AS balance, cash_limit AS most FROM auth.login_user
        WHERE id = ${actor.userId} AND isp_id = ${ispId}`,
  );
  if (!user) throw collectsElsewhere(actor);
  const balance = more.plus(user.balance);
  if (balance.lessThanOrEqualTo(user.most)) return;
  throw new Fault(
    'conflict',
    `amt: login user ${actor.username} would hold ${balance.toFixed(2)} in cash, above the limit of ${user.most}`,
  );
}

const collectsElsewhere = ({ username }: Actor): Fault =>
  new Fault(
    'conflict',
    `mode: login user ${username} has collected Cash for another ISP; another login user must take it`,
  );
