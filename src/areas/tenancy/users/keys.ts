import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { notFound } from '../../../core/fault.ts';
import { lockForUpdate } from '../../../core/records/row-locks.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { flagYN, id, shown, timestamp } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { query, type Runner, sql } from '../../../db/sql.ts';
import { findUser } from './find.ts';

/** Never the key itself, nor its digest. */
export const apiKeys = z.array(
  z.object({
    keyid: id(),
    created_at: timestamp(),
    created_by: shown(),
    expires_at: timestamp().nullable(),
    works: flagYN(),
  }),
);

export const apiKeyEnd = z.strictObject({ id: id(), keyid: id() });

const MAX_KEYS = 100;

/** The keys of a login user, the newest first. */
export async function keysOfUser(
  on: Runner,
  scope: Scope,
  { userId, now }: { readonly userId: number; readonly now: Date },
): Promise<z.output<typeof apiKeys>> {
  await findUser(on, scope, userId);
  return query(
    on,
    sql`SELECT k.id AS keyid, k.created_at, k.created_by, k.expires_at,
          k.expires_at IS NULL OR k.expires_at > ${now}::timestamptz AS works
        FROM auth.api_key k WHERE k.user_id = ${userId} ORDER BY k.id DESC LIMIT ${MAX_KEYS}`,
  );
}

/** Ends one key at once; one that has ended stays as it is. @throws Fault of kind `notFound` if the user has no such key */
export async function endKey(tx: Tx, { scope, kernel }: Call, input: z.output<typeof apiKeyEnd>): Promise<'done'> {
  await lockForUpdate(tx, scope, { what: 'login user', id: input.id });
  const key = await tx.apiKey.findFirst({ where: { id: input.keyid, userId: input.id } });
  if (!key) throw notFound('API key', input.keyid);
  const now = kernel.clock.now();
  if (key.expiresAt === null || key.expiresAt > now)
    await tx.apiKey.update({ where: { id: key.id }, data: { expiresAt: now } });
  return 'done';
}
