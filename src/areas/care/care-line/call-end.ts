import { z } from 'zod';
import { lockForUpdate } from '../../../core/records/row-locks.ts';
import { updated } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { execute, sql } from '../../../db/sql.ts';
import { update } from '../../../db/write.ts';
import type { CareCall } from '../author.ts';
import { findCaller } from './caller.ts';
import { calling, LANGUAGES } from './vocabulary.ts';

export const chosenLanguage = z.strictObject({ ...calling, language: wire.oneOf(LANGUAGES) });

/** For this call; a caller who has proved who they are is spoken and written to in it from now on. */
export async function chooseLanguage(tx: Tx, call: CareCall, input: z.output<typeof chosenLanguage>): Promise<'done'> {
  const { language } = input;
  const { id, level, customerId } = await findCaller(tx, call, input);
  await execute(tx, sql`UPDATE crm.care_caller SET language = ${language} WHERE id = ${id}::bigint`);
  if (level < 2 || customerId === null) return 'done';
  await lockForUpdate(tx, call.scope, { what: 'customer', id: customerId });
  update(tx, 'crm.customer', [{ id: customerId, language, ...updated(call.scope) }]);
  return 'done';
}

export const endedCall = z.strictObject(calling);

/** Ends the handle before its time. */
export async function endCall(tx: Tx, call: CareCall, input: z.output<typeof endedCall>): Promise<'done'> {
  const { id } = await findCaller(tx, call, input);
  const now = call.kernel.clock.now();
  await execute(tx, sql`UPDATE crm.care_caller SET expires_at = ${now}::timestamptz WHERE id = ${id}::bigint`);
  return 'done';
}
