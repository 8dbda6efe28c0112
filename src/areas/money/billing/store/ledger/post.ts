import { Decimal } from 'decimal.js';
import { parameterFault } from '../../../../../core/fault.ts';
import type { Tx } from '../../../../../db/database.ts';
import { type Ids, nextIds, query, type Sql, send, sql } from '../../../../../db/sql.ts';
import { type Columns, insert } from '../../../../../db/write.ts';
import { accountKey } from '../../ledger/accounts.ts';
import type { Entry, Line } from '../../ledger/entry.ts';
import { type AccountRow, accountOf, openingOf } from './accounts.ts';

/** The table that `sendEntries` needs an id of for each entry. */
export const ENTRIES = 'crm.ledger_entry';

/** New values of columns of a service. */
export type ServiceChange = Partial<Columns<'crm.service'>>;

/**
 * Posts entries to the double-entry ledger and returns their ids. An entry is never changed, only reversed. Database triggers
 * move the shown balances (`os_amt`, `wallet`, `cash_balance`, `usage_credits`) with its lines. The update that moves the
 * balance of a service makes the other changes of it as well: a second one would be the most expensive statement of a call.
 * @param changes of services whose balances the entries move, by their ids; of the columns that the trigger knows
 * @throws Fault of kind `badInput` if all amounts of an entry are 0
 */
export function sendEntries(
  tx: Tx,
  entries: readonly Entry[],
  ids: Ids,
  changes: ReadonlyMap<number, ServiceChange> = new Map(),
): bigint[] {
  if (entries.length === 0) return [];
  const posted = entries.map((entry) => ({ entry, id: BigInt(ids.next(ENTRIES)), lines: linesOf(entry) }));
  send(tx, openingOf(posted.map(({ entry: { ispId }, lines }) => ({ ispId, lines }))));
  const rows = posted.map(({ entry, id }) => ({
    id,
    ispId: entry.ispId,
    resellerId: entry.resellerId ?? null,
    serviceId: entry.serviceId ?? null,
    periodId: entry.periodId ?? null,
    kind: entry.kind,
    postedOn: entry.postedOn,
    memo: entry.memo ?? null,
    dedupeKey: entry.dedupeKey ?? null,
    reversesId: entry.reversesId ?? null,
    createdBy: entry.by,
  }));
  insert(tx, ENTRIES, rows);
  const lines = posted.flatMap(({ entry, id, lines: each }) =>
    each.map(({ account, amt }) => ({ entry_id: String(id), key: accountKey(entry.ispId, account), amt })),
  );
  send(tx, insertionOfLines(lines, changes));
  return posted.map(({ id }) => id);
}

function linesOf({ lines }: Entry): Line[] {
  const moving = lines.filter((line) => !new Decimal(line.amt).isZero());
  if (moving.length === 0) throw parameterFault('badInput', 'amt', 'must not be 0');
  return moving;
}

/** The changes are set by the statement whose trigger takes them, so none outlives it. */
const insertionOfLines = (
  lines: readonly { entry_id: string; key: string; amt: string }[],
  changes: ReadonlyMap<number, ServiceChange>,
): Sql =>
  sql`INSERT INTO crm.ledger_line (entry_id, account_id, amt)
      SELECT entry_id, (SELECT a.id FROM crm.ledger_account a WHERE a.key = d.key), amt
      FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS d (entry_id bigint, key text, amt numeric)${settingOf(changes)}`;

const settingOf = (changes: ReadonlyMap<number, ServiceChange>): Sql =>
  changes.size === 0
    ? sql``
    : sql` CROSS JOIN set_config('lastmile.service_changes', ${JSON.stringify(Object.fromEntries(changes))}, true)`;

/** The lines of an entry, in the order in which they were posted. */
export async function readLines(tx: Tx, entryId: bigint): Promise<Line[]> {
  const rows = await query<AccountRow & { amt: string }>(
    tx,
    sql`SELECT l.amt, a.service_id AS "serviceId", a.reseller_id AS "resellerId", a.user_id AS "userId", a.name
        FROM crm.ledger_line l JOIN crm.ledger_account a ON a.id = l.account_id
        WHERE l.entry_id = ${entryId} ORDER BY l.id`,
  );
  return rows.map(({ amt, ...account }) => ({ account: accountOf(account), amt }));
}

/** Posts one entry. Returns its id. */
export async function post(tx: Tx, entry: Entry): Promise<bigint> {
  const entries = [entry];
  const [id] = sendEntries(tx, entries, await nextIds(tx, { [ENTRIES]: entries.length }));
  if (id === undefined) throw new Error('an entry was not posted');
  return id;
}
