import { type Sql, sql } from '../../../../../db/sql.ts';
import {
  type Account,
  accountKey,
  CREDITS,
  cashAccount,
  serviceAccount,
  walletAccount,
} from '../../ledger/accounts.ts';

interface Posting {
  readonly ispId: number;
  readonly lines: readonly { readonly account: Account }[];
}

/** Opens the accounts of entries that are missing. In the order of their keys, so that transactions cannot deadlock. */
export function openingOf(entries: readonly Posting[]): Sql {
  const rows = new Map(
    entries.flatMap(({ ispId, lines }) =>
      lines.map(({ account }) => [accountKey(ispId, account), rowOf(ispId, account)] as const),
    ),
  );
  const sorted = [...rows.keys()].sort().map((key) => ({ key, ...rows.get(key) }));
  return sql`INSERT INTO crm.ledger_account (isp_id, kind, unit, service_id, reseller_id, user_id, name, key)
      SELECT isp_id, kind, unit, service_id, reseller_id, user_id, name, key
      FROM jsonb_populate_recordset(NULL::crm.ledger_account, ${JSON.stringify(sorted)}::jsonb) AS d
      WHERE NOT EXISTS (SELECT FROM crm.ledger_account a WHERE a.key = d.key)
      ON CONFLICT (key) DO NOTHING`;
}

const rowOf = (ispId: number, account: Account) => ({
  isp_id: ispId,
  kind: account.kind,
  unit: 'unit' in account ? account.unit : 'money',
  service_id: account.kind === 'service' ? account.serviceId : null,
  reseller_id: account.kind === 'wallet' ? account.resellerId : null,
  user_id: account.kind === 'cash' ? account.userId : null,
  name: account.kind === 'nominal' ? account.name : null,
});

export interface AccountRow {
  readonly serviceId: number | null;
  readonly resellerId: number | null;
  readonly userId: number | null;
  readonly name: string | null;
}

/** The account of a row of `crm.ledger_account`: it is open, so nobody needs its unit. */
export function accountOf(row: AccountRow): Account {
  if (row.serviceId !== null) return serviceAccount(row.serviceId);
  if (row.resellerId !== null) return walletAccount(row.resellerId);
  if (row.userId !== null) return cashAccount(row.userId);
  if (row.name === null) return CREDITS;
  return { kind: 'nominal', name: row.name };
}
