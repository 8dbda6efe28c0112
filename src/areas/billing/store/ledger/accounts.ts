import type { Tx } from '../../../../db/database.ts';
import { execute, query, sql } from '../../../../db/sql.ts';
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

/** Finds the accounts of entries and opens those that are missing. Returns their ids by `accountKey`. */
export async function accountIds(tx: Tx, entries: readonly Posting[]): Promise<Map<string, number>> {
  const wanted = new Map(
    entries.flatMap(({ ispId, lines }) =>
      lines.map(({ account }) => [accountKey(ispId, account), { ispId, account }] as const),
    ),
  );
  const keys = [...wanted.keys()].sort();
  const known = await findAccounts(tx, keys);
  const missing = keys.filter((key) => !known.has(key)).flatMap((key) => rowOf(key, wanted.get(key)));
  if (missing.length === 0) return known;
  await execute(
    tx,
    sql`INSERT INTO crm.ledger_account (isp_id, kind, unit, service_id, reseller_id, user_id, name, key)
        SELECT isp_id, kind, unit, service_id, reseller_id, user_id, name, key
        FROM jsonb_populate_recordset(NULL::crm.ledger_account, ${JSON.stringify(missing)}::jsonb)
        ON CONFLICT (key) DO NOTHING`,
  );
  return findAccounts(tx, keys);
}

async function findAccounts(tx: Tx, keys: readonly string[]): Promise<Map<string, number>> {
  const rows = await query<{ id: number; key: string }>(
    tx,
    sql`SELECT id, key FROM crm.ledger_account WHERE key = ANY(${[...keys]})`,
  );
  return new Map(rows.map(({ key, id }) => [key, id]));
}

function rowOf(key: string, found: { ispId: number; account: Account } | undefined) {
  if (!found) return [];
  const { ispId, account } = found;
  return [
    {
      isp_id: ispId,
      key,
      kind: account.kind,
      unit: account.kind === 'credits' || ('unit' in account && account.unit) ? 'credit' : 'money',
      service_id: account.kind === 'service' ? account.serviceId : null,
      reseller_id: account.kind === 'wallet' ? account.resellerId : null,
      user_id: account.kind === 'cash' ? account.userId : null,
      name: account.kind === 'nominal' ? account.name : null,
    },
  ];
}

/** The account of a row of `crm.ledger_account`. */
export function accountOf(row: {
  readonly unit: string;
  readonly serviceId: number | null;
  readonly resellerId: number | null;
  readonly userId: number | null;
  readonly name: string | null;
}): Account {
  if (row.serviceId !== null) return serviceAccount(row.serviceId);
  if (row.resellerId !== null) return walletAccount(row.resellerId);
  if (row.userId !== null) return cashAccount(row.userId);
  if (row.name === null) return CREDITS;
  return { kind: 'nominal', name: row.name, ...(row.unit === 'credit' ? { unit: 'credit' } : {}) };
}
