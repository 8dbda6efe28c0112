import { z } from 'zod';
import { notFound } from '../../../core/fault.ts';
import { type ListCall, listStatement } from '../../../core/list/index.ts';
import { CHANNELS } from '../../../core/vocabulary/notice.ts';
import * as wire from '../../../core/wire/index.ts';
import { query, type Runner, sql } from '../../../db/sql.ts';
import { broadcasts } from './list.ts';

const writtenText = z.object({
  channel: wire.oneOf(CHANNELS),
  language: wire.shown(),
  subject: wire.shown().nullable(),
  body: wire.shown(),
  dlt_template_id: wire.shown().nullable(),
});

export const broadcastRecord = z.object({
  ...broadcasts.row.shape,
  queued: wire.count(),
  sent: wire.count(),
  failed: wire.count(),
  skipped: wire.count(),
  texts: z.array(writtenText),
});

type Row = z.output<typeof broadcasts.row>;
type Progress = Pick<z.output<typeof broadcastRecord>, 'queued' | 'sent' | 'failed' | 'skipped'>;

/** A mass message with its texts, and how far it is. @throws Fault of kind `notFound` */
export async function readBroadcast(
  on: Runner,
  caller: ListCall,
  id: number,
): Promise<z.output<typeof broadcastRecord>> {
  const input = { id, rows_limit: 1, rows_offset: 0 };
  const [row] = await query<Row>(on, listStatement(broadcasts, { ...caller, input }));
  if (!row) throw notFound('mass message', id);
  const texts = await query<z.output<typeof writtenText>>(
    on,
    sql`SELECT x.channel, x.language, x.subject, x.body, x.dlt_template_id FROM crm.broadcast_text x
        WHERE x.broadcast_id = ${id} ORDER BY x.id`,
  );
  const [progress] = await query<Progress>(
    on,
    sql`SELECT count(*) FILTER (WHERE m.status = 'Queued')::int AS queued, count(*) FILTER (WHERE m.status = 'Sent')::int AS sent,
          count(*) FILTER (WHERE m.status = 'Failed')::int AS failed, count(*) FILTER (WHERE m.status = 'Skipped')::int AS skipped
        FROM crm.notice_message m WHERE m.broadcast_id = ${id}`,
  );
  if (!progress) throw new Error('an aggregate has one row');
  return { ...row, ...progress, texts };
}
