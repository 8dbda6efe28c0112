import type { Call } from '../../../core/call.ts';
import { readForUpdate } from '../../../core/records/row-locks.ts';
import { updated } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { execute, sql } from '../../../db/sql.ts';
import { onlyMove } from './life-cycle.ts';

/** Nobody gets in with the codes of a batch that were not used yet. Guests who have used theirs stay. */
export async function voidBatch(tx: Tx, { scope, kernel }: Call, id: number): Promise<'done'> {
  const batch = await readForUpdate<{ voidedAt: Date | null }>(
    tx,
    scope,
    { what: 'batch of codes', id },
    sql`x.voided_at AS "voidedAt"`,
  );
  if (batch.voidedAt !== null) return 'done';
  const { from, to } = onlyMove('void');
  await execute(
    tx,
    sql`UPDATE crm.hotspot_code SET status = ${to}, code_enc = NULL WHERE batch_id = ${id} AND status = ${from}`,
  );
  const data = { voidedAt: kernel.clock.now(), voidedBy: scope.by, ...updated(scope) };
  await tx.hotspotBatch.update({ where: { id }, data, select: { id: true } });
  return 'done';
}
