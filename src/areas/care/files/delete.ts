import type { Call } from '../../../core/call.ts';
import { Fault, notFound } from '../../../core/fault.ts';
import { readForUpdate } from '../../../core/records/row-locks.ts';
import type { Tx } from '../../../db/database.ts';
import { send, sql } from '../../../db/sql.ts';
import { isFileShown } from './list.ts';
import type { FileCaller } from './subject.ts';

/**
 * Removes the octets of a file and their key for good. The row stays, without them, so that a client which repeats the upload makes
 * no second one.
 */
export async function deleteFile(tx: Tx, call: FileCaller & Call, id: number): Promise<'done'> {
  const { scope, actor } = call;
  const columns = sql`${isFileShown('x', actor.permissions)} AS "isShown",
    (SELECT u.reseller_id FROM auth.login_user u WHERE u.id = x.created_by_id) AS "keeperId"`;
  const file = await readForUpdate<{ isShown: boolean; keeperId: number | null }>(
    tx,
    scope,
    { what: 'file', id },
    columns,
  );
  if (!file.isShown) throw notFound('file', id);
  if (scope.resellerId !== null && file.keeperId !== scope.resellerId)
    throw new Fault('forbidden', `file ${id} is not yours; only the staff that uploaded it deletes it`);
  removeContent(tx, [id], { by: scope.by, at: call.kernel.clock.now() });
  return 'done';
}

/** The files must be locked. */
export function removeContent(
  tx: Tx,
  ids: readonly number[],
  { by, at }: { readonly by: string; readonly at: Date },
): void {
  send(
    tx,
    sql`UPDATE crm.file SET key_enc = NULL, deleted_at = ${at}, updated_at = ${at}, updated_by = ${by}
        WHERE id = ANY(${[...ids]}::int[]) AND deleted_at IS NULL`,
  );
  send(tx, sql`DELETE FROM crm.file_content WHERE file_id = ANY(${[...ids]}::int[])`);
}
