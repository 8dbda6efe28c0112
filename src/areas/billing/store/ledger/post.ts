import { Decimal } from 'decimal.js';
import { Fault } from '../../../../core/fault.ts';
import type { Tx } from '../../../../db/database.ts';
import { insertRows, nextIds } from '../../../../db/sql.ts';
import { accountKey } from '../../ledger/accounts.ts';
import type { Entry, Line } from '../../ledger/entry.ts';
import { accountIds, accountOf } from './accounts.ts';

/**
 * Posts entries to the double-entry ledger and returns their ids. An entry is never changed, only reversed. Database triggers
 * move the shown balances (`os_amt`, `wallet`, `cash_balance`, `usage_credits`) with its lines.
 * @throws Fault of kind `badInput` if all amounts of an entry are 0
 */
export async function postAll(tx: Tx, entries: readonly Entry[]): Promise<bigint[]> {
  const posted = entries.map((entry) => ({
    ...entry,
    lines: entry.lines.filter((line) => !new Decimal(line.amt).isZero()),
  }));
  if (posted.some((entry) => entry.lines.length === 0)) throw new Fault('badInput', 'amt: must not be 0');
  const [accounts, entryIds, lineIds] = await Promise.all([
    accountIds(tx, posted),
    nextIds(tx, 'crm.ledger_entry', posted.length),
    nextIds(tx, 'crm.ledger_line', posted.flatMap(({ lines }) => lines).length),
  ]);
  const ids = entryIds.map(BigInt);
  const entryRows = posted.map((entry, at) => ({
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
  }));
  const lineRows = posted
    .flatMap((entry, at) =>
      entry.lines.map(({ account, amt }) => ({
        entry_id: ids[at],
        account_id: accounts.get(accountKey(entry.ispId, account)),
        amt,
      })),
    )
    .map((line, at) => ({ id: lineIds[at], ...line }));
  await Promise.all([insertRows(tx, 'crm.ledger_entry', entryRows), insertRows(tx, 'crm.ledger_line', lineRows)]);
  return ids;
}

/** The lines of an entry, in the order in which they were posted. */
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
