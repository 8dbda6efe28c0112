import type { Kernel } from '../../../core/kernel.ts';
import { execute, query, sql } from '../../../db/sql.ts';
import { isChosen } from './choice.ts';
import { letterOf, NOTICE_COLUMNS, type Notice } from './compose.ts';
import { deliver, type Sending } from './deliver.ts';
import { type Facts, readFacts } from './facts.ts';
import { rendered } from './render.ts';

/** A code for the subscriber's pages, and whose it is. */
export interface CodeToSend {
  readonly ispId: number;
  readonly resellerId: number | null;
  readonly customerId: number;
  readonly serviceId: number;
  readonly id: number;
  readonly code: string;
  readonly minutes: number;
}

/** By the telephone first: that is where the subscriber asks. A channel that fails gives way to the next. */
const PREFERRED = ['sms', 'whatsapp', 'email'];
const HIDDEN = '••••••';

/**
 * Sends a code at once, also in quiet hours, by one channel: the first by which the customer can be reached, wants messages, and
 * the ISP has a notice. The message is listed without the code.
 */
export async function sendCode(kernel: Kernel, wanted: CodeToSend): Promise<void> {
  const now = kernel.clock.now();
  for (const notice of await noticesFor(kernel, wanted)) {
    const { ispId, serviceId, customerId } = wanted;
    const subject = { ispId, serviceId, customerId, subjectId: null };
    const facts = await readFacts(kernel.db, notice, { ...subject, now });
    if (!facts || facts.obstacle !== null || facts.address.trim() === '') continue;
    const { address } = facts;
    const messageId = `code.${wanted.id}.${now.getTime().toString(36)}`;
    const letter = letterOf(notice, withCode(facts, wanted, wanted.code), { messageId, address, subjectId: null });
    const sending = await deliver(kernel, letter);
    const texts = rendered(notice, withCode(facts, wanted, HIDDEN));
    await listMessage(kernel, wanted, { notice, address, texts, sending });
    if (sending.result === 'accepted') return;
  }
}

interface SentBy extends Notice {
  readonly noticeId: number;
}

/** In the customer's language, where there is one. */
async function noticesFor({ db }: Kernel, { ispId, customerId }: CodeToSend): Promise<SentBy[]> {
  const found = await query<SentBy>(
    db.pool,
    sql`SELECT x.id AS "noticeId", ${NOTICE_COLUMNS}
        FROM crm.notice n
        JOIN crm.notice x ON x.id = n.id
        JOIN crm.customer c ON c.isp_id = n.isp_id AND c.id = ${customerId}
        JOIN crm.isp_setting t ON t.isp_id = n.isp_id
        WHERE n.isp_id = ${ispId} AND n.trigger = 'sign_in_code' AND ${isChosen}
          AND EXISTS (SELECT FROM crm.notice_sender y WHERE y.isp_id = n.isp_id AND y.channel = n.channel)`,
  );
  return found.sort((one, other) => PREFERRED.indexOf(one.channel) - PREFERRED.indexOf(other.channel));
}

const withCode = (facts: Facts, { minutes }: CodeToSend, code: string): Facts => ({
  ...facts,
  values: { ...facts.values, code, minutes: String(minutes) },
});

interface Listed {
  readonly notice: SentBy;
  readonly address: string;
  readonly texts: { readonly subject: string | null; readonly body: string };
  readonly sending: Sending;
}

async function listMessage(
  { db, clock }: Kernel,
  { ispId, resellerId, customerId, serviceId, id }: CodeToSend,
  { notice, address, texts, sending }: Listed,
): Promise<void> {
  const now = clock.now();
  const reason = sending.result === 'refused' ? sending.reason.slice(0, 300) : null;
  const status = sending.result === 'accepted' ? 'Sent' : 'Failed';
  await execute(
    db.pool,
    sql`INSERT INTO crm.notice_message (isp_id, reseller_id, notice_id, key, service_id, customer_id, channel, status, reason,
          attempts, due_at, created_at, done_at, address, subject, body)
        VALUES (${ispId}, ${resellerId}::int, ${notice.noticeId}, ${`code:${id}`}, ${serviceId}, ${customerId}, ${notice.channel},
          ${status}, ${reason}::text, 1, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, ${address},
          ${texts.subject}::text, ${texts.body})`,
  );
}
