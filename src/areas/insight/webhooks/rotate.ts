import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { lockForUpdate } from '../../../core/records/row-locks.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { seal } from '../../../db/seal.ts';
import { execute, sql } from '../../../db/sql.ts';
import type { webhookSecret } from './create.ts';
import { newWebhookSecret } from './signature.ts';
import { SECRET_PURPOSE } from './vocabulary.ts';

export const rotation = z.strictObject({
  id: wire.id(),
  overlap_hours: wire.wholeNumber(0, 168).default(24),
});

/** Gives a webhook a new secret. Until the overlap is over, messages have a signature by each, as Standard Webhooks say. */
export async function rotateSecret(
  tx: Tx,
  { scope, kernel }: Call,
  { id, overlap_hours }: z.output<typeof rotation>,
): Promise<z.output<typeof webhookSecret>> {
  await lockForUpdate(tx, scope, { what: 'webhook', id });
  const secret = newWebhookSecret();
  const sealed = seal(kernel.secretsKeys, SECRET_PURPOSE, secret);
  const until = new Date(kernel.clock.now().getTime() + overlap_hours * 3_600_000);
  await execute(
    tx,
    sql`UPDATE crm.webhook SET previous_secret_enc = secret_enc, previous_until = ${until}::timestamptz,
          secret_enc = ${sealed}, updated_by = ${scope.by}, updated_at = now() WHERE id = ${id}`,
  );
  return { id, secret };
}
