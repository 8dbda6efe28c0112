import type { Call } from '../../../core/call.ts';
import { readForUpdate } from '../../../core/records/row-locks.ts';
import { updated } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import { type BroadcastStatus, type Report, statusAfter } from './life-cycle.ts';

/** What nodes are sending at this moment is still sent. */
export async function moveBroadcast(
  tx: Tx,
  { scope }: Pick<Call, 'scope'>,
  { id, report }: { readonly id: number; readonly report: Exclude<Report, 'finish'> },
): Promise<'done'> {
  const record = { what: 'mass message', id } as const;
  const stored = await readForUpdate<{ status: BroadcastStatus }>(tx, scope, record, sql`x.status`);
  const status = statusAfter(id, stored.status, report);
  await tx.broadcast.update({ where: { id }, data: { status, ...updated(scope) } });
  return 'done';
}
