import { Decimal } from 'decimal.js';
import type { Actor } from '../../../core/access/actor.ts';
import { parameterFault } from '../../../core/fault.ts';
import { amountText } from '../../../core/money.ts';
import type { Tx } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';

/** What login users with a role may move in a day, by the settings of their ISP. Null: no limit. */
export interface RoleLimits {
  readonly accounts: string | null;
  /** Null: of the server administrator, who has no ISP. */
  readonly support: string | null;
}

/** What one with these roles may adjust, write off and refund in a day, together; null: no limit. The most of its roles counts. */
export function dailyLimit(roles: readonly string[], { accounts, support }: RoleLimits): Decimal | null {
  if (roles.includes('Admin') || (roles.includes('Accounts') && accounts === null)) return null;
  return Decimal.max(
    roles.includes('Accounts') && accounts !== null ? accounts : 0,
    roles.includes('Support') && support !== null ? support : 0,
  );
}

/** Whether the limit leaves anything to one with these roles: else its console offers no adjustment. */
export const mayAdjustAtAll = (roles: readonly string[], limits: RoleLimits): boolean =>
  dailyLimit(roles, limits)?.isZero() !== true;

interface Moving {
  readonly ispId: number;
  /** The ISP's day. */
  readonly day: string;
  readonly amt: Decimal;
}

interface Row {
  readonly roles: string[];
  readonly accounts: string | null;
  readonly support: string;
  readonly moved: string;
}

/**
 * Checks what the caller is about to adjust, write off or refund, by a payment provider too, against what it has moved today.
 * Call it before the new row is there. The lock of the caller is taken after all others, for the moment that is left to the
 * commit: of two adjustments at once, the second sees the first.
 * @throws Fault of kind `conflict` if it is above the limit
 */
export async function checkDailyLimit(tx: Tx, actor: Actor, { ispId, day, amt }: Moving): Promise<void> {
  const lock = query(tx, sql`SELECT pg_advisory_xact_lock(hashtext('crm.adjustment'), ${actor.userId}::int)`);
  const read = query<Row>(
    tx,
    sql`SELECT u.roles, i.adjust_limit_accounts AS accounts, i.adjust_limit_support AS support,
          (SELECT coalesce(sum(a.amt), 0) FROM crm.adjustment a
           WHERE a.isp_id = i.isp_id AND a.posted_on = ${day}::date AND a.created_by = u.username
             AND a.kind NOT IN ('TransferOut', 'TransferIn'))
          + (SELECT coalesce(sum(r.amt), 0) FROM crm.payment_refund r
           WHERE r.isp_id = i.isp_id AND r.created_by = u.username AND r.status <> 'Refused'
             AND r.created_at >= ${day}::date::timestamp AT TIME ZONE i.timezone
             AND r.created_at < (${day}::date + 1)::timestamp AT TIME ZONE i.timezone) AS moved
        FROM auth.login_user u JOIN crm.isp_setting i ON i.isp_id = ${ispId} WHERE u.id = ${actor.userId}`,
  );
  const [, [row]] = await Promise.all([lock, read]);
  if (!row) throw new Error(`login user ${actor.userId} has no row`);
  const limit = dailyLimit(row.roles, row);
  if (limit === null || amt.plus(row.moved).lessThanOrEqualTo(limit)) return;
  const left = Decimal.max(0, limit.minus(row.moved));
  throw parameterFault(
    'conflict',
    'amt',
    `login user ${actor.username} may adjust, write off and refund ${amountText(limit)} a day; ${amountText(left)} of it is left, and this is ${amountText(amt)}`,
  );
}
