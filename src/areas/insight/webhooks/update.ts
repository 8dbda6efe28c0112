import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { lockForDelete, lockForUpdate } from '../../../core/records/row-locks.ts';
import { definedFields } from '../../../core/records/updates.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { eventTypes } from '../events/vocabulary.ts';
import { refuseUrl, webhookUrl } from './vocabulary.ts';

/** Everything but `id` may be left out. An empty text means all types, or no description. */
export const webhookChange = z.strictObject({
  id: wire.id(),
  url: webhookUrl().optional(),
  type: eventTypes().nullable().optional(),
  description: wire.text(500).nullable().optional(),
  status: wire.oneOf(['Enabled', 'Paused']).optional(),
});

/** A webhook that is enabled again goes on where it stopped, and at once. */
export async function updateWebhook(
  tx: Tx,
  { scope, kernel }: Call,
  { id, url, type, description, status }: z.output<typeof webhookChange>,
): Promise<'done'> {
  refuseUrl(url, kernel.config.outgoing);
  await lockForUpdate(tx, scope, { what: 'webhook', id });
  const afresh = status === 'Enabled' || url !== undefined ? { attempts: 0, failingSince: null, retryAt: null } : {};
  // What the old address was told, or what was none of the old types, does not count as told.
  const told = url !== undefined || type !== undefined ? { revision: { increment: 1 } } : {};
  await tx.webhook.update({
    where: { id },
    data: {
      ...definedFields({ url, description, status, types: type === null ? [] : type }),
      ...afresh,
      ...told,
      updatedBy: scope.by,
    },
  });
  return 'done';
}

/** It is called no more; what has been delivered stays in the list for 30 days. */
export async function deleteWebhook(tx: Tx, { scope, kernel }: Call, id: number): Promise<'done'> {
  await lockForUpdate(tx, scope, { what: 'webhook', id });
  await lockForDelete(tx, 'webhook', id);
  await tx.webhook.update({ where: { id }, data: { deletedAt: kernel.clock.now(), updatedBy: scope.by } });
  return 'done';
}
