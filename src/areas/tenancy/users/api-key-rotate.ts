import { z } from 'zod';
import { digestOfKey, newApiKey } from '../../../core/access/api-key.ts';
import type { Call } from '../../../core/call.ts';
import { lockForUpdate } from '../../../core/records/row-locks.ts';
import { id, shown, wholeNumber } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { findUser } from './find.ts';

const MAX_OVERLAP_MINUTES = 7 * 24 * 60;

export const apiKeyRotation = z.strictObject({
  id: id(),
  overlap_minutes: wholeNumber(0, MAX_OVERLAP_MINUTES).default(0),
});

export const issuedApiKey = z.object({ api_key: shown() });

/**
 * Issues a new key, which is shown only this once. The previous keys work for `overlap_minutes` more, so that a client can switch
 * without a gap.
 */
export async function rotateApiKey(tx: Tx, { scope, kernel }: Call, input: z.output<typeof apiKeyRotation>) {
  await lockForUpdate(tx, scope, { what: 'login user', id: input.id });
  const user = await findUser(tx, scope, input.id);
  const now = kernel.clock.now();
  const end = new Date(now.getTime() + input.overlap_minutes * 60_000);
  await tx.apiKey.updateMany({
    where: { userId: user.id, OR: [{ expiresAt: null }, { expiresAt: { gt: end } }] },
    data: { expiresAt: end },
  });
  const apiKey = newApiKey();
  await tx.apiKey.create({ data: { userId: user.id, digest: new Uint8Array(digestOfKey(apiKey)), createdAt: now } });
  return { api_key: apiKey };
}
