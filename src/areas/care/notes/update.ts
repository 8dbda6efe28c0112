import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { Fault } from '../../../core/fault.ts';
import { lockForDelete, readForUpdate } from '../../../core/records/row-locks.ts';
import { definedFields } from '../../../core/records/updates.ts';
import { type Scope, updated } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import { update } from '../../../db/write.ts';
import { noteShape } from './vocabulary.ts';

/** Whom a note is about stays: that would be another note. */
export const noteChange = z.strictObject({ id: wire.id(), ...z.object(noteShape).partial().shape });

export async function updateNote(
  tx: Tx,
  { scope }: Call,
  { id, ...fields }: z.output<typeof noteChange>,
): Promise<'done'> {
  await lockOwnNote(tx, scope, id);
  update(tx, 'crm.note', [{ id, ...definedFields(fields), ...updated(scope) }]);
  return 'done';
}

export async function deleteNote(tx: Tx, { scope, kernel }: Call, id: number): Promise<'done'> {
  await lockOwnNote(tx, scope, id);
  await lockForDelete(tx, 'note', id);
  update(tx, 'crm.note', [{ id, deletedAt: kernel.clock.now(), ...updated(scope) }]);
  return 'done';
}

/** @throws Fault of kind `forbidden` for a note that is shared with the caller's reseller */
async function lockOwnNote(tx: Tx, scope: Scope, id: number): Promise<void> {
  const columns = sql`x.keeper_id AS "keeperId"`;
  const note = await readForUpdate<{ keeperId: number | null }>(tx, scope, { what: 'note', id }, columns);
  if (scope.resellerId !== null && note.keeperId !== scope.resellerId)
    throw new Fault('forbidden', `note ${id} is not yours; only the staff that wrote it changes it`);
}
