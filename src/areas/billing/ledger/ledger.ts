import { Decimal } from 'decimal.js';
import { Fault } from '../../../core/fault.ts';
import type { Money } from '../../../core/money.ts';
import type { Tx } from '../../../db/database.ts';
import { insertRows, nextIds } from '../../../db/sql.ts';
import { type Account, accountIds, accountOf, keyOf } from './accounts.ts';

export type { Account } from './accounts.ts';

/** A debit above 0, a credit below. */
export interface Line {
  readonly account: Account;
  readonly amt: Money;
}

export interface Entry {
  readonly ispId: number;
  readonly resellerId?: number | null;
  readonly serviceId?: number;
  readonly periodId?: number | null;
  /** Snake case; unique per (service, period) where a period is given, so that a repeat is refused. */
  readonly kind: string;
  /** The ISP's day. */
  readonly postedOn: string;
  readonly memo?: string;
  readonly dedupeKey?: string | null;
  /** The entry that this one takes back. */
  readonly reversesId?: bigint;
  readonly by: string;
  readonly lines: readonly Line[];
}

/**
 * The double-entry ledger under every amount. An entry is a set of lines that sum to nothing; it is never changed, only
 * reversed. The balances that are shown (os_amt, wallet, cash_balance, usage_credits) move with its lines, in the database.
 * @throws Fault where an entry is about nothing
 */
export async function postAll(tx: Tx, entries: readonly Entry[]): Promise<bigint[]> {
  const posted = entries.map((entry) => ({
    ...entry,
    lines: entry.lines.filter((line) => !new Decimal(line.amt).isZero()),
  }));
  if (posted.some((entry) => entry.lines.length === 0)) throw new Fault('badInput', 'amt: must not be 0');
  const accounts = await accountIds(tx, posted);
  const ids = (await nextIds(tx, 'crm.ledger_entry', posted.length)).map(BigInt);
  await insertRows(
    tx,
    'crm.ledger_entry',
    posted.map((entry, at) => ({
      id: ids[at],
      isp_id: entry.ispId,
      reseller_id: entry.resellerId ?? null,
      service_id: entry.serviceId ?? null,
      period_id: entry.periodId ?? null,
      kind: entry.kind,
      posted_on: entry.postedOn,
      memo: entry.memo ?? null,
      dedupe_key: entry.dedupeKey ?? null,
      reverses_id: entry.reversesId ?? null,
      created_by: entry.by,
    })),
  );
  const lines = posted.flatMap((entry, at) =>
    entry.lines.map(({ account, amt }) => ({
      entry_id: ids[at],
      account_id: accounts.get(keyOf(entry.ispId, account)),
      amt,
    })),
  );
  const lineIds = await nextIds(tx, 'crm.ledger_line', lines.length);
  await insertRows(
    tx,
    'crm.ledger_line',
    lines.map((line, at) => ({ id: lineIds[at], ...line })),
  );
  return ids;
}

/** What an entry did. */
export async function readLines(tx: Tx, entryId: bigint): Promise<Line[]> {
  const lines = await tx.ledgerLine.findMany({
    where: { entryId },
    orderBy: { id: 'asc' },
    include: { account: true },
  });
  return lines.map(({ account, amt }) => ({ account: accountOf(account), amt: amt.toFixed(2) }));
}

/** Posts one entry. Returns its id. */
export async function post(tx: Tx, entry: Entry): Promise<bigint> {
  const [id] = await postAll(tx, [entry]);
  if (id === undefined) throw new Error('an entry was not posted');
  return id;
}
