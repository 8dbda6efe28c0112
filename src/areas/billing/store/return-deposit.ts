import type { Tx } from '../../../db/database.ts';
import { depositKey } from '../charging/deposit.ts';
import { reversed } from '../ledger/entry.ts';
import { post, readLines } from './ledger/post.ts';

interface DeletedService {
  readonly id: number;
  readonly ispId: number;
  readonly resellerId: number | null;
}

/** Returns the deposit of a service that is being deleted: reverses the entry that took it. */
export async function returnDeposit(
  tx: Tx,
  { id, ispId, resellerId }: DeletedService,
  posting: { readonly postedOn: string; readonly by: string },
): Promise<void> {
  const taken = await tx.ledgerEntry.findUnique({ where: { dedupeKey: depositKey(id) }, select: { id: true } });
  if (!taken) return;
  const entry = { ispId, resellerId, serviceId: id, kind: 'deposit_reversal', memo: 'Deposit' };
  const lines = reversed(await readLines(tx, taken.id));
  await post(tx, { ...entry, ...posting, reversesId: taken.id, lines });
}
