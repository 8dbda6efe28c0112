import { type Sql, sql } from '../../../../db/sql.ts';
import type { Check } from './check.ts';

/** A history whose rows each record the balance after them. */
interface History {
  readonly name: string;
  readonly label: string;
  /** `id`, `owner_id`, `entry_id`, `amt`, `balance`. */
  readonly rows: Sql;
  readonly owner: string;
  /** `id`, `balance`. */
  readonly owners: Sql;
  /** The movements by ledger entry: `entry_id`, `owner_id`, `amt`. */
  readonly moved: Sql;
}

const WALLETS: History = {
  name: 'wallet',
  label: 'wallet',
  rows: sql`SELECT id, reseller_id AS owner_id, entry_id, amt, balance FROM crm.wallet_txn`,
  owner: 'reseller',
  owners: sql`SELECT id, wallet AS balance FROM crm.reseller`,
  moved: sql`
    SELECT l.entry_id, a.reseller_id AS owner_id, -sum(l.amt) AS amt
    FROM crm.ledger_line l JOIN crm.ledger_account a ON a.id = l.account_id AND a.kind = 'wallet'
    GROUP BY l.entry_id, a.reseller_id`,
};

const CREDITS: History = {
  name: 'credits',
  label: 'credits',
  rows: sql`SELECT id, isp_id AS owner_id, entry_id, credits AS amt, balance FROM crm.credit_usage`,
  owner: 'ISP',
  owners: sql`SELECT id, usage_credits AS balance FROM crm.isp`,
  moved: sql`
    SELECT l.entry_id, a.isp_id AS owner_id, sum(l.amt) AS amt
    FROM crm.ledger_line l JOIN crm.ledger_account a ON a.id = l.account_id AND a.kind = 'credits'
    GROUP BY l.entry_id, a.isp_id`,
};

function checksOf({ name, label, rows, owner, owners, moved }: History): Check[] {
  return [
    {
      name: `${name}_history`,
      invariant: `in the ${label} history of each ${owner} every balance follows from the one before`,
      items: sql`
        SELECT format('%s %s, row %s', ${owner}::text, owner_id, id) AS item,
          CASE WHEN balance <> before + amt THEN format('%s plus %s is not %s', before, amt, balance) END AS problem
        FROM (SELECT id, owner_id, amt, balance,
                coalesce(lag(balance) OVER (PARTITION BY owner_id ORDER BY id), 0) AS before
              FROM (${rows}) h) h`,
    },
    {
      name: `${name}_last`,
      invariant: `the ${label} of each ${owner} is the last balance of its history`,
      items: sql`
        SELECT format('%s %s', ${owner}::text, o.id) AS item,
          CASE WHEN o.balance <> coalesce(l.balance, 0)
            THEN format('shows %s, its history ends with %s', o.balance, coalesce(l.balance, 0)) END AS problem
        FROM (${owners}) o
        LEFT JOIN (SELECT DISTINCT ON (owner_id) owner_id, balance FROM (${rows}) h ORDER BY owner_id, id DESC) l
          ON l.owner_id = o.id`,
    },
    {
      name: `${name}_entries`,
      invariant: `the ${label} history equals the ledger, entry by entry`,
      items: sql`
        SELECT format('%s %s, entry %s', ${owner}::text, coalesce(h.owner_id, m.owner_id), coalesce(h.entry_id, m.entry_id)) AS item,
          CASE WHEN coalesce(h.amt, 0) <> coalesce(m.amt, 0)
            THEN format('the history has %s, the entry %s', coalesce(h.amt, 0), coalesce(m.amt, 0)) END AS problem
        FROM (SELECT entry_id, owner_id, sum(amt) AS amt FROM (${rows}) h GROUP BY entry_id, owner_id) h
        FULL JOIN (${moved}) m ON m.entry_id = h.entry_id AND m.owner_id = h.owner_id`,
    },
  ];
}

export const RUNNING_BALANCE_CHECKS: readonly Check[] = [...checksOf(WALLETS), ...checksOf(CREDITS)];
