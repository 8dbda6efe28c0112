import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { badParameter } from '../../../core/fault.ts';
import { lockForUpdate } from '../../../core/records/row-locks.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { MAX_MUTE_DAYS } from './vocabulary.ts';

const MAX_MUTE_MS = MAX_MUTE_DAYS * 86_400_000;

export const mutedAlert = z.strictObject({
  id: wire.id(),
  upto: wire.described('when absent, it is not muted any more', wire.timestamp()).optional(),
});

/** Nobody is told of it before then, nor of the alerts of the same kind and subject that follow it. */
export async function muteAlert(
  tx: Tx,
  { scope, kernel }: Call,
  { id, upto }: z.output<typeof mutedAlert>,
): Promise<'done'> {
  const now = kernel.clock.now();
  if (upto && upto <= now) throw badParameter('upto', 'must be in the future');
  if (upto && upto.getTime() > now.getTime() + MAX_MUTE_MS)
    throw badParameter('upto', `must be within ${MAX_MUTE_DAYS} days`);
  await lockForUpdate(tx, scope, { what: 'alert', id });
  const data = { mutedUpto: upto ?? null, mutedBy: upto ? scope.by : null };
  await tx.alert.update({ where: { id }, data, select: { id: true } });
  return 'done';
}
