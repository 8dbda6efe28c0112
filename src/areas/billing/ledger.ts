import { Decimal } from 'decimal.js';
import { Fault } from '../../core/fault.ts';
import type { Money } from '../../core/money.ts';
import type { Tx } from '../../db/database.ts';
import { query, sql } from '../../db/sql.ts';

/**
 * The double-entry ledger under every amount. An entry is a set of lines that sum to nothing; it is never changed, only
 * reversed. The balances that are shown (os_amt, wallet, cash_balance, usage_credits) move with its lines, in the database.
 */
export type Account =
  | { readonly kind: 'service'; readonly serviceId: number }
  | { readonly kind: 'wallet'; readonly resellerId: number }
  | { readonly kind: 'cash'; readonly userId: number }
  | { readonly kind: 'credits' }
  /** Revenue, tax, bank and whatever else has no row of its own. */
  | { readonly kind: 'nominal'; readonly name: string; readonly unit?: 'credit' };

/** A debit above 0, a credit below. */
export interface Line {
  readonly account: Account;
  readonly amt: Money;
}

export interface Entry {
  readonly ispId: number;
  readonly resellerId?: number | null;
  readonly serviceId?: number;
  readonly periodId?: number;
  /** Snake case; unique per (service, period) where a period is given, so that a repeat is refused. */
  readonly kind: string;
  /** The ISP's day. */
  readonly postedOn: string;
  readonly memo?: string;
  readonly dedupeKey?: string;
  readonly by: string;
  readonly lines: readonly Line[];
}

/** Posts an entry. Lines of nothing are left out. Returns the entry's id. */
export async function post(tx: Tx, entry: Entry): Promise<bigint> {
  const lines = entry.lines.filter((line) => !new Decimal(line.amt).isZero());
  if (lines.length === 0) throw new Fault('badInput', 'amt: must not be 0');
  const accountIds = await accountsOf(tx, entry.ispId, lines);
  const made = await tx.ledgerEntry.create({
    data: {
      ispId: entry.ispId,
      resellerId: entry.resellerId ?? null,
      serviceId: entry.serviceId ?? null,
      periodId: entry.periodId ?? null,
      kind: entry.kind,
      postedOn: new Date(entry.postedOn),
      memo: entry.memo ?? null,
      dedupeKey: entry.dedupeKey ?? null,
      createdBy: entry.by,
    },
    select: { id: true },
  });
  const data = lines.map((line, at) => ({ entryId: made.id, accountId: accountIds[at] ?? 0, amt: line.amt }));
  await tx.ledgerLine.createMany({ data });
  return made.id;
}

/** The ids of the lines' accounts, in their order; an account is opened when it is first used. */
async function accountsOf(tx: Tx, ispId: number, lines: readonly Line[]): Promise<number[]> {
  const rows = lines.map(({ account }) => ({
    key: keyOf(ispId, account),
    kind: account.kind,
    unit: account.kind === 'credits' || ('unit' in account && account.unit) ? 'credit' : 'money',
    serviceId: account.kind === 'service' ? account.serviceId : null,
    resellerId: account.kind === 'wallet' ? account.resellerId : null,
    userId: account.kind === 'cash' ? account.userId : null,
    name: account.kind === 'nominal' ? account.name : null,
  }));
  await tx.ledgerAccount.createMany({ data: rows.map((row) => ({ ispId, ...row })), skipDuplicates: true });
  const keys = rows.map((row) => row.key);
  const known = await query<{ id: number; key: string }>(
    tx,
    sql`SELECT id, key FROM crm.ledger_account WHERE key = ANY(${keys})`,
  );
  const ids = new Map(known.map(({ key, id }) => [key, id]));
  return keys.map((key) => ids.get(key) ?? 0);
}

function keyOf(ispId: number, account: Account): string {
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
