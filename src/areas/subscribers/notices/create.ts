import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { Fault } from '../../../core/fault.ts';
import { ispOfNew, ispShape } from '../../../core/tenancy/owner.ts';
import { created } from '../../../core/tenancy/scope.ts';
import { CHANNELS, language, NOTICE_STATUSES, TRIGGERS } from '../../../core/vocabulary/notice.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { execute, query, sql } from '../../../db/sql.ts';
import { refuseUnfit } from './rules.ts';

/** Each is looked at whenever something happens to a service. */
const MAX_OF_ISP = 200;

export const noticeShape = {
  days: wire.wholeNumber(0, 90),
  language: language(),
  subject: wire.text(200),
  body: wire.text(4000),
  dlt_template_id: wire.text(64),
  attach: wire.flagYN(),
  status: wire.oneOf(NOTICE_STATUSES),
};

export const newNotice = z.strictObject({
  ...ispShape(),
  on: wire.oneOf(TRIGGERS),
  channel: wire.oneOf(CHANNELS),
  body: noticeShape.body,
  days: noticeShape.days.default(0),
  language: noticeShape.language.default('en'),
  subject: noticeShape.subject.optional(),
  dlt_template_id: noticeShape.dlt_template_id.optional(),
  attach: noticeShape.attach.default(false),
  status: noticeShape.status.default('Enabled'),
});

/** Adds a notice, which is sent on what happens from now on. The events of its ISP are kept from now on, if they were not. */
export async function createNotice(tx: Tx, { scope }: Call, input: z.output<typeof newNotice>): Promise<number> {
  const { ispid, on, dlt_template_id, ...fields } = input;
  refuseUnfit({ ...fields, trigger: on, subject: fields.subject ?? null });
  const ispId = await ispOfNew(tx, scope, { ispid });
  // Also a lock, so that two calls at once do not exceed the limit.
  await execute(tx, sql`UPDATE crm.isp_setting SET event_feed = true WHERE isp_id = ${ispId}`);
  if ((await tx.notice.count({ where: { ispId, deletedAt: null } })) >= MAX_OF_ISP)
    throw new Fault('conflict', `an ISP can have at most ${MAX_OF_ISP} notices; delete one first`);
  const fromEvent = await newestEventOf(tx);
  await execute(
    tx,
    sql`INSERT INTO crm.notice_progress (isp_id, cursor) VALUES (${ispId}, ${fromEvent}::bigint) ON CONFLICT DO NOTHING`,
  );
  const { id } = await tx.notice.create({
    data: {
      ...{ ...fields, subject: fields.subject ?? null },
      ...{ ispId, trigger: on, fromEvent, dltTemplateId: dlt_template_id ?? null },
      ...created(scope),
    },
    select: { id: true },
  });
  return id;
}

/** What happened before is not told. */
export async function newestEventOf(tx: Tx): Promise<bigint> {
  const [row] = await query<{ id: string }>(tx, sql`SELECT coalesce(max(id), 0)::text AS id FROM crm.event`);
  return BigInt(row?.id ?? 0);
}
