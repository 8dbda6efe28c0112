import type { Trigger } from '../../../core/vocabulary/notice.ts';
import type { Database } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import type { Letter } from './deliver.ts';
import { type Facts, readFacts, type Told } from './facts.ts';
import type { Claimed } from './progress.ts';
import { rendered, type Texts } from './render.ts';

/** A notice as it is now. */
export interface Notice extends Told, Texts {
  readonly trigger: Trigger;
  readonly ispId: number;
  readonly dltTemplateId: string | null;
  readonly attach: boolean;
  /** Why it is not sent at present; null: it is. */
  readonly obstacle: string | null;
}

export const NOTICE_COLUMNS = sql`x.isp_id AS "ispId", x.trigger, x.days, x.channel, x.language, x.subject, x.body,
  x.dlt_template_id AS "dltTemplateId", x.attach,
  CASE WHEN x.deleted_at IS NOT NULL THEN 'the notice was deleted' WHEN x.status = 'Paused' THEN 'the notice was paused' END AS obstacle`;

/** The texts of a notice for one subject, ready to be sent. */
export function letterOf(
  notice: Notice,
  facts: Facts,
  { messageId, address, subjectId }: { messageId: string; address: string; subjectId: number | null },
): Letter {
  const attached = notice.attach && subjectId !== null ? { trigger: notice.trigger, id: subjectId } : null;
  return {
    ...{ ispId: notice.ispId, channel: notice.channel, messageId, address, ...rendered(notice, facts) },
    ...{ fromName: facts.values.isp ?? '', dltTemplateId: notice.dltTemplateId, attachment: attached },
  };
}

/** A claimed message with its texts as they are now; or why it is not to be sent. */
export async function compose(
  db: Pick<Database, 'pool'>,
  message: Claimed,
  now: Date,
): Promise<{ readonly letter: Letter } | { readonly obstacle: string }> {
  const [notice] = await query<Notice>(
    db.pool,
    sql`SELECT ${NOTICE_COLUMNS} FROM crm.notice x WHERE x.id = ${message.noticeId}`,
  );
  if (!notice || notice.obstacle !== null) return { obstacle: notice?.obstacle ?? 'the notice was deleted' };
  const facts = await readFacts(db, notice, { ...message, now });
  if (!facts || facts.obstacle !== null) return { obstacle: facts?.obstacle ?? 'the service was deleted' };
  const { address } = facts;
  if (address.trim() === '') return { obstacle: 'the customer has no address for this channel' };
  // The instant too, since ids begin anew in another installation.
  const messageId = `notice.${message.id}.${message.createdAt.getTime().toString(36)}`;
  return { letter: letterOf(notice, facts, { messageId, address, subjectId: message.subjectId }) };
}
