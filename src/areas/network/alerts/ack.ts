import type { Call } from '../../../core/call.ts';
import { readForUpdate } from '../../../core/records/row-locks.ts';
import type { Tx } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';

/** Somebody has seen it. The first who says so is remembered. */
export async function ackAlert(tx: Tx, { scope, kernel }: Call, id: number): Promise<'done'> {
  const stored = await readForUpdate<{ ackedAt: Date | null }>(
    tx,
    scope,
    { what: 'alert', id },
    sql`x.acked_at AS "ackedAt"`,
  );
  if (stored.ackedAt !== null) return 'done';
  const data = { ackedAt: kernel.clock.now(), ackedBy: scope.by };
  await tx.alert.update({ where: { id }, data, select: { id: true } });
  return 'done';
}
