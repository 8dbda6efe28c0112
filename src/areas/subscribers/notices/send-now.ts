import type { Kernel } from '../../../core/kernel.ts';
import type { Channel, Trigger } from '../../../core/vocabulary/notice.ts';
import { execute, query, type Runner, sql } from '../../../db/sql.ts';
import { isChosen } from './choice.ts';
import { letterOf, NOTICE_COLUMNS, type Notice } from './compose.ts';
import { deliver, type Sending } from './deliver.ts';
import { type Facts, readFacts } from './facts.ts';
import { countSent } from './pace.ts';
import type { Values } from './placeholders.ts';
import { rendered } from './render.ts';

/** A message that somebody waits for. */
export interface Awaited {
  readonly ispId: number;
  readonly resellerId: number | null;
  readonly customerId: number;
  readonly serviceId: number;
  readonly trigger: Trigger;
  /** Of its own, for the list of messages: `code:17`. */
  readonly key: string;
  /** Those it may go by, the best first. */
  readonly channels: readonly Channel[];
  readonly values: Values;
  /** The same, as far as the list of messages may show them. */
  readonly listed: Values;
}

/**
 * Sends a message at once, also in quiet hours, by one channel: the first by which the customer can be reached, wants messages, and
 * the ISP has a notice. A channel that fails gives way to the next. Returns whether one has accepted it.
 */
export async function sendNow(kernel: Kernel, wanted: Awaited): Promise<boolean> {
  const now = kernel.clock.now();
  for (const notice of await noticesFor(kernel, wanted)) {
    const { ispId, serviceId, customerId } = wanted;
    const subject = { ispId, serviceId, customerId, subjectId: null };
    const facts = await readFacts(kernel.db, notice, { ...subject, now });
    if (!facts || facts.obstacle !== null || facts.address.trim() === '') continue;
    const { address } = facts;
    const messageId = `${wanted.key.replaceAll(':', '.')}.${now.getTime().toString(36)}`;
    const letter = letterOf(notice, withValues(facts, wanted.values), { messageId, address, subjectId: null });
    const sending = await deliver(kernel, letter);
    await countSent(kernel.db.pool, letter, 1, now);
    const texts = rendered(notice, withValues(facts, wanted.listed));
    await listMessage(kernel, wanted, { notice, address, texts, sending });
    if (sending.result === 'accepted') return true;
  }
  return false;
}

/** Whether the ISP has a notice and a sender for one of the channels. */
export async function canSendNow(
  on: Runner,
  ispId: number,
  { trigger, channels }: Pick<Awaited, 'trigger' | 'channels'>,
): Promise<boolean> {
  const found = await query(
    on,
    sql`SELECT FROM crm.notice n JOIN crm.notice_sender y ON y.isp_id = n.isp_id AND y.channel = n.channel
        WHERE n.isp_id = ${ispId} AND n.trigger = ${trigger} AND n.channel = ANY(${[...channels]}::text[])
          AND n.status = 'Enabled' AND n.deleted_at IS NULL LIMIT 1`,
  );
  return found.length > 0;
}

interface SentBy extends Notice {
  readonly noticeId: number;
}

/** In the customer's language, where there is one. */
async function noticesFor({ db }: Kernel, { ispId, customerId, trigger, channels }: Awaited): Promise<SentBy[]> {
  const found = await query<SentBy>(
    db.pool,
    sql`SELECT x.id AS "noticeId", ${NOTICE_COLUMNS}
        FROM crm.notice n
        JOIN crm.notice x ON x.id = n.id
        JOIN crm.customer c ON c.isp_id = n.isp_id AND c.id = ${customerId}
        JOIN crm.isp_setting t ON t.isp_id = n.isp_id
        WHERE n.isp_id = ${ispId} AND n.trigger = ${trigger} AND n.channel = ANY(${[...channels]}::text[]) AND ${isChosen}
          AND EXISTS (SELECT FROM crm.notice_sender y WHERE y.isp_id = n.isp_id AND y.channel = n.channel)`,
  );
  return found.sort((one, other) => channels.indexOf(one.channel) - channels.indexOf(other.channel));
}

const withValues = (facts: Facts, values: Values): Facts => ({ ...facts, values: { ...facts.values, ...values } });

interface Listed {
  readonly notice: SentBy;
  readonly address: string;
  readonly texts: { readonly subject: string | null; readonly body: string };
  readonly sending: Sending;
}

async function listMessage(
  { db, clock }: Kernel,
  { ispId, resellerId, customerId, serviceId, key }: Awaited,
  { notice, address, texts, sending }: Listed,
): Promise<void> {
  const now = clock.now();
  const reason = sending.result === 'refused' ? sending.reason.slice(0, 300) : null;
  const status = sending.result === 'accepted' ? 'Sent' : 'Failed';
  await execute(
    db.pool,
    sql`INSERT INTO crm.notice_message (isp_id, reseller_id, notice_id, key, service_id, customer_id, channel, status, reason,
          attempts, due_at, created_at, done_at, address, subject, body)
        VALUES (${ispId}, ${resellerId}::int, ${notice.noticeId}, ${key}, ${serviceId}, ${customerId}, ${notice.channel},
          ${status}, ${reason}::text, 1, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, ${address},
          ${texts.subject}::text, ${texts.body})`,
  );
}
