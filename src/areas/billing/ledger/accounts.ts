import type { Tx } from '../../../db/database.ts';
import { execute, query, sql } from '../../../db/sql.ts';

/** Where money stands. An account is opened when it is first used. */
export type Account =
  | { readonly kind: 'service'; readonly serviceId: number }
  | { readonly kind: 'wallet'; readonly resellerId: number }
  | { readonly kind: 'cash'; readonly userId: number }
  | { readonly kind: 'credits' }
  /** Revenue, tax, bank and whatever else has no row of its own. */
  | { readonly kind: 'nominal'; readonly name: string; readonly unit?: 'credit' };

interface Posting {
  readonly ispId: number;
  readonly lines: readonly { readonly account: Account }[];
}

/** The ids of the accounts of postings, by their keys. */
export async function accountIds(tx: Tx, postings: readonly Posting[]): Promise<Map<string, number>> {
  const wanted = new Map(
    postings.flatMap(({ ispId, lines }) =>
      lines.map(({ account }) => [keyOf(ispId, account), { ispId, account }] as const),
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

/** An account as it was opened. */
export function accountOf(row: {
  readonly kind: string;
  readonly unit: string;
  readonly serviceId: number | null;
  readonly resellerId: number | null;
  readonly userId: number | null;
  readonly name: string | null;
}): Account {
  if (row.serviceId !== null) return { kind: 'service', serviceId: row.serviceId };
  if (row.resellerId !== null) return { kind: 'wallet', resellerId: row.resellerId };
  if (row.userId !== null) return { kind: 'cash', userId: row.userId };
  if (row.name === null) return { kind: 'credits' };
  return { kind: 'nominal', name: row.name, ...(row.unit === 'credit' ? { unit: 'credit' } : {}) };
}

export function keyOf(ispId: number, account: Account): string {
  switch (account.kind) {
    case 'service':
      return `service:${account.serviceId}`;
    case 'wallet':
      return `wallet:${account.resellerId}`;
    case 'cash':
      return `cash:${account.userId}`;
    case 'credits':
      return `credits:${ispId}`;
    case 'nominal':
      return `nominal:${ispId}:${account.name}`;
  }
}
