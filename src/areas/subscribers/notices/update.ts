import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { lockForDelete, lockForUpdate, readForUpdate } from '../../../core/records/row-locks.ts';
import { definedFields } from '../../../core/records/updates.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import { newestEventOf, noticeShape } from './create.ts';
import { type Rule, refuseUnfit } from './rules.ts';

/** Everything but `id` may be left out. What it is sent on, when and by which channel stays: that would be another notice. */
export const noticeChange = z.strictObject({
  id: wire.id(),
  ...z.object(noticeShape).omit({ days: true }).partial().shape,
  dlt_template_id: noticeShape.dlt_template_id.nullable().optional(),
});

/** A notice that is enabled again tells what happens from now on. */
export async function updateNotice(
  tx: Tx,
  { scope }: Call,
  { id, dlt_template_id, ...fields }: z.output<typeof noticeChange>,
): Promise<'done'> {
  const stored = await readForUpdate<Rule & { status: string }>(
    tx,
    scope,
    { what: 'notice', id },
    sql`x.trigger, x.days, x.channel, x.subject, x.body, x.attach, x.status`,
  );
  const given = definedFields(fields);
  refuseUnfit({ ...stored, ...given });
  const isEnabled = fields.status === 'Enabled' && stored.status !== 'Enabled';
  const afresh = isEnabled ? { fromEvent: await newestEventOf(tx), volumesPassed: false } : {};
  await tx.notice.update({
    where: { id },
    data: { ...given, ...definedFields({ dltTemplateId: dlt_template_id }), ...afresh, updatedBy: scope.by },
  });
  return 'done';
}

/** What waits is not sent any more; what was sent stays in the list. */
export async function deleteNotice(tx: Tx, { scope, kernel }: Call, id: number): Promise<'done'> {
  await lockForUpdate(tx, scope, { what: 'notice', id });
  await lockForDelete(tx, 'notice', id);
  await tx.notice.update({ where: { id }, data: { deletedAt: kernel.clock.now(), updatedBy: scope.by } });
  return 'done';
}
