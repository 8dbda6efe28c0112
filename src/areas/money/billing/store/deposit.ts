import { Decimal } from 'decimal.js';
import type { Tx } from '../../../../db/database.ts';
import { query, sql } from '../../../../db/sql.ts';
import { depositKey } from '../charging/deposit.ts';
import { BANK, DEPOSIT } from '../ledger/accounts.ts';
import { credit, debit, reversed } from '../ledger/entry.ts';
import { post, readLines } from './ledger/post.ts';

interface DeletedService {
  readonly id: number;
  readonly ispId: number;
  readonly resellerId: number | null;
}

/** Returns what is left of the deposit of a service that is being deleted: all of it reverses the entry that took it. */
export async function returnDeposit(
  tx: Tx,
  { id, ispId, resellerId }: DeletedService,
  posting: { readonly postedOn: string; readonly by: string },
): Promise<void> {
  const taken = await tx.ledgerEntry.findUnique({ where: { dedupeKey: depositKey(id) }, select: { id: true } });
  if (!taken) return;
  const { held, refunded } = await heldFor(tx, id);
  if (held.isZero()) return;
  const entry = { ispId, resellerId, serviceId: id, kind: 'deposit_reversal', memo: 'Deposit', ...posting };
  if (refunded) await post(tx, { ...entry, lines: [debit(DEPOSIT, held), credit(BANK, held)] });
  else await post(tx, { ...entry, reversesId: taken.id, lines: reversed(await readLines(tx, taken.id)) });
}

/** What the ledger holds for a service, and whether a part was refunded before. */
async function heldFor(tx: Tx, serviceId: number): Promise<{ held: Decimal; refunded: boolean }> {
  const [row] = await query<{ held: string; refunded: boolean | null }>(
    tx,
    sql`SELECT coalesce(-sum(l.amt), 0) AS held, bool_or(e.kind = 'deposit_refund') AS refunded
        FROM crm.ledger_entry e
        JOIN crm.ledger_line l ON l.entry_id = e.id
        JOIN crm.ledger_account a ON a.id = l.account_id AND a.kind = 'nominal' AND a.name = 'deposit'
        WHERE e.service_id = ${serviceId}`,
  );
  if (!row) throw new Error('a sum has no row');
  return { held: new Decimal(row.held), refunded: row.refunded ?? false };
}
